import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Address, go } from '../../simulator/console/page/frame/address.ts';

/** The fields by which a list is searched. Each is taken by itself, so that there is nothing to send. */
export const Facets = ({ children }: { children: ComponentChildren }) => (
  <form class="facets" aria-label="Facets" onSubmit={(event) => event.preventDefault()}>
    {children}
  </form>
);

/** Ties fields to an address. Where one changes, the search begins anew at its first page. */
export const facetsOf =
  ({ path, query: { cursor, ...query } }: Address) =>
  (facet: string) => ({ value: query[facet], onGive: (value: string): void => go(path, { ...query, [facet]: value }) });

/** A field whose value is taken with Enter, or when it is left. */
export function Facet({ name, hint = 'id, then Enter', value = '', onGive }: FacetProps & { readonly hint?: string }) {
  // Null where nothing is typed. No effect may set it: one that came late would take away what was typed meanwhile.
  const [typed, setTyped] = useState<string | null>(null);
  const give = (): void => {
    setTyped(null);
    if (typed !== null && typed.trim() !== value) onGive(typed.trim());
  };
  return (
    <label>
      {name}
      <input
        class="mono"
        placeholder={hint}
        value={typed ?? value}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={give}
        onKeyDown={({ key }) => key === 'Enter' && give()}
      />
    </label>
  );
}

interface FacetProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly onGive: (value: string) => void;
}

/** A field for a time in UTC, by minutes. */
export const TimeFacet = ({ name, value = '', onGive }: FacetProps) => (
  <label>
    {name}
    <input
      type="datetime-local"
      value={value.slice(0, 16)}
      onChange={({ currentTarget: { value: given } }) => onGive(given === '' ? '' : `${given}:00Z`)}
    />
  </label>
);

/** A field with few values, or any. */
export function Choice({ name, options, value = '', onGive }: ChoiceProps) {
  return (
    <label>
      {name}
      <select value={value} onChange={({ currentTarget }) => onGive(currentTarget.value)}>
        <option value="">any</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ChoiceProps extends FacetProps {
  readonly options: readonly string[];
}
