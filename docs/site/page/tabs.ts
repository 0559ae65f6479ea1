import { element } from './element.ts';

/** Shows the captioned pieces of code of each group one at a time. The language that the reader chooses is chosen in all groups. */
export function addTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')].map(tabGroup);
  const showAll = (name: string): void => {
    for (const { show } of groups) show(name);
  };
  for (const { onChoice } of groups) onChoice(showAll);
}

interface TabGroup {
  show(name: string): void;
  onChoice(act: (name: string) => void): void;
}

function tabGroup(place: HTMLElement, at: number): TabGroup {
  const panels = [...place.querySelectorAll<HTMLElement>('figure.code')].map((figure, n) => {
    const caption = figure.querySelector('figcaption');
    const name = caption?.textContent ?? '';
    caption?.remove();
    const tab = element('button', { type: 'button', role: 'tab', id: `tab-${at}-${n}`, textContent: name });
    figure.id = `panel-${at}-${n}`;
    figure.role = 'tabpanel';
    tab.setAttribute('aria-controls', figure.id);
    figure.setAttribute('aria-labelledby', tab.id);
    return { name, tab, figure };
  });
  const show = (chosen: string): void => {
    for (const { name, tab, figure } of panels) {
      tab.ariaSelected = String(name === chosen);
      tab.tabIndex = name === chosen ? 0 : -1;
      figure.hidden = name !== chosen;
    }
  };
  place.prepend(element('div', { role: 'tablist', ariaLabel: 'Language' }, ...panels.map(({ tab }) => tab)));
  show(panels[0]?.name ?? '');
  return {
    show,
    onChoice(act) {
      for (const [n, { name, tab }] of panels.entries()) {
        tab.addEventListener('click', () => act(name));
        tab.addEventListener('keydown', ({ key }) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
          const next = step && panels[(n + step + panels.length) % panels.length];
          if (!next) return;
          act(next.name);
          next.tab.focus();
        });
      }
    },
  };
}
