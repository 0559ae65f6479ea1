import { useEffect, useState } from 'preact/hooks';

/** A field whose value is taken with Enter, or when it is left. */
export function Facet({ name, value = '', onGive }: { name: string; value: string | undefined; onGive: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const give = (): void => {
    if (typed.trim() !== value) onGive(typed.trim());
  };
  return (
    <label>
      {name}
      <input
        class="mono"
        placeholder="id, then Enter"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={give}
        onKeyDown={({ key }) => key === 'Enter' && give()}
      />
    </label>
  );
}
