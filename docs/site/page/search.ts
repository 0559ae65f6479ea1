import { createSearch } from './find.ts';
import type { SearchEntry } from './search-entry.ts';

declare global {
  var ringpostSearchIndex: readonly SearchEntry[] | undefined;
}

/** Adds the search box, which lists matches during typing. The index is loaded when the box is first used. */
export function addSearch(box: HTMLElement, root: string): void {
  const input = box.querySelector('input');
  const list = box.querySelector('ul');
  const count = box.querySelector('p');
  if (!input || !list || !count) return;
  let find: ReturnType<typeof createSearch> = () => [];
  let chosen = -1;

  const show = (): void => {
    const found = find(input.value);
    list.replaceChildren(...found.map((entry, place) => option(entry, place, root)));
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    count.textContent = input.value.trim() === '' ? '' : found.length === 0 ? 'Nothing found' : `${found.length} found`;
    choose(-1);
  };
  const choose = (place: number): void => {
    const options = [...list.querySelectorAll<HTMLElement>('[role=option]')];
    chosen = place < -1 ? options.length - 1 : place >= options.length ? -1 : place;
    for (const [at, each] of options.entries()) each.setAttribute('aria-selected', String(at === chosen));
    options[chosen]?.scrollIntoView({ block: 'nearest' });
    if (chosen === -1) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `found-${chosen}`);
  };
  const close = (): void => {
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
  };

  const begin = (): void => {
    find = createSearch(globalThis.ringpostSearchIndex ?? []);
    show();
  };
  input.addEventListener('focus', () => void load(root).then(begin), { once: true });
  input.addEventListener('focus', show);
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    if (event.key === 'Enter') list.querySelectorAll<HTMLElement>('[role=option]')[Math.max(chosen, 0)]?.click();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
  });
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Node && box.contains(target))) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isWriting(event.target)) return;
    event.preventDefault();
    input.focus();
  });
  box.hidden = false;
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

function option({ page, heading, href, text }: SearchEntry, place: number, root: string): HTMLElement {
  const item = document.createElement('li');
  item.id = `found-${place}`;
  item.setAttribute('role', 'option');
  const title = document.createElement('strong');
  title.textContent = heading === '' ? page : `${page} › ${heading}`;
  const said = document.createElement('span');
  said.textContent = text.slice(0, 110);
  item.append(title, said);
  item.addEventListener('click', () => location.assign(root + href));
  return item;
}

let loading: Promise<void> | undefined;

function load(root: string): Promise<void> {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = `${root}assets/search-index.js`;
    script.addEventListener('load', () => resolve());
    document.head.append(script);
  });
  return loading;
}
