/** Chooses the visible part of the page on a narrow screen. */
export function Sights({ sight, onChoose }: { sight: Sight; onChoose: (sight: Sight) => void }) {
  return (
    <nav class="sights" aria-label="Parts of the page">
      {(['forms', 'list', 'detail'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={sight === each} onClick={() => onChoose(each)}>
          {names[each]}
        </button>
      ))}
    </nav>
  );
}

export type Sight = 'forms' | 'list' | 'detail';

const names: Readonly<Record<Sight, string>> = { forms: 'Do', list: 'See', detail: 'Details' };
