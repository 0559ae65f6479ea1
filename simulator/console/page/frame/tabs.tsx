/** Arrow keys move between tabs; the Tab key reaches only the chosen one. */
export function Tabs<Id extends string>({ label, ids, names, current, onChoose, counts }: TabsProps<Id>) {
  const choose = (by: number): void => {
    const next = ids[(ids.indexOf(current) + by + ids.length) % ids.length];
    if (next === undefined) return;
    onChoose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label}>
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={id === current}
          aria-controls={id === current ? `panel-${id}` : undefined}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChoose(id)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') choose(1);
            else if (event.key === 'ArrowLeft') choose(-1);
            else return;
            event.preventDefault();
          }}
        >
          {names[id]}
          {counts && counts[id] > 0 && <span class="count"> {counts[id].toLocaleString('en')}</span>}
        </button>
      ))}
    </div>
  );
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly ids: readonly Id[];
  readonly names: Readonly<Record<Id, string>>;
  readonly current: Id;
  readonly onChoose: (id: Id) => void;
  readonly counts?: Readonly<Record<Id, number>>;
}
