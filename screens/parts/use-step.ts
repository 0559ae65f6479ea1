import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Address, hashOf } from '../../simulator/console/page/frame/address.ts';

const site = document.title;

/** Names the view in the page's title. A focus that is lost with a step to another address goes to the view's heading. */
export function useStep({ path, query }: Address, view: string | undefined): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    document.title = [path[1], view, site].filter(Boolean).join(' – ');
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
    if (!isFirst.current && heading && document.activeElement === document.body) {
      heading.tabIndex = -1;
      heading.focus();
    }
    isFirst.current = false;
  }, [hashOf(path, query), view]);
}
