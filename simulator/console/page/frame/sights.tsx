/** Chooses the visible part of the page on a narrow screen. */
export function Sights({ sight, onChoose }: { sight: Sight; onChoose: (sight: Sight) => void }) {
  return (
    <nav class="sights" aria-label="Parts of the page">
      {sights.map((each) => (
        <button key={each} type="button" aria-pressed={sight === each} onClick={() => onChoose(each)}>
          {names[each]}
        </button>
      ))}
    </nav>
  );
}

export const sights = ['forms', 'list', 'detail'] as const;
export type Sight = (typeof sights)[number];

const names: Readonly<Record<Sight, string>> = { forms: 'Do', list: 'See', detail: 'Details' };
