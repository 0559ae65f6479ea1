/** The filter of the lists as it was typed: facets such as `status:failed`, and words that stand anywhere in a row. */
export interface Filter {
  readonly facets: readonly Facet[];
  readonly words: readonly string[];
}

interface Facet {
  readonly name: string;
  /** Are the values of which one must fit: `status:failed,does-not-verify` has two. */
  readonly values: readonly string[];
}

/** The values that a row has of each facet, such as `{ status: ['failed', '500'] }`. */
export type Facets = Readonly<Record<string, readonly string[]>>;

/** Returns the values that are there, each once. */
export const present = (...values: readonly (string | null)[]): readonly string[] => [
  ...new Set(values.filter((value): value is string => value !== null)),
];

/** Reads what was typed. A word with a colon is a facet if the list has one of that name, and otherwise a word. */
export function filterOf(typed: string, names: readonly string[]): Filter {
  const facets: Facet[] = [];
  const words: string[] = [];
  for (const token of typed.toLowerCase().split(/\s+/).filter(Boolean)) {
    const [, name = '', values = ''] = /^([a-z]+):(.*)$/.exec(token) ?? [];
    if (!names.includes(name)) words.push(token);
    else if (values !== '') facets.push({ name, values: values.split(',').filter(Boolean) });
  }
  return { facets, words };
}

/** Returns the rows that pass. Facets are compared as a whole; words are looked for in all of a row's text. */
export function passing<Row extends Filtered>(rows: readonly Row[], { facets, words }: Filter): readonly Row[] {
  const byFacets = rows.filter(({ facets: has }) =>
    facets.every(({ name, values }) => has[name]?.some((value) => values.includes(value.toLowerCase()))),
  );
  if (words.length === 0) return byFacets;
  return byFacets.filter(({ text }) => {
    const all = text().toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

interface Filtered {
  readonly facets: Facets;
  /** Is everything in which a word is looked for. */
  readonly text: () => string;
}

/** Adds the facet to what was typed, or takes it away. */
export function toggled(typed: string, token: string): string {
  const tokens = typed.split(/\s+/).filter(Boolean);
  const others = tokens.filter((each) => each.toLowerCase() !== token);
  return (others.length < tokens.length ? others : [...tokens, token]).join(' ');
}

/** Returns the ways to go on with the last word: names of facets, and values that rows have. */
export function goOns(typed: string, rows: readonly Pick<Filtered, 'facets'>[], names: readonly string[]): readonly string[] {
  const [, before = '', last = ''] = /^(.*\s)?(\S*)$/s.exec(typed) ?? [];
  const [name = '', value] = last.toLowerCase().split(':');
  if (value === undefined) return names.filter((each) => each.startsWith(name)).map((each) => `${before}${each}:`);
  if (!names.includes(name)) return [];
  const known = new Set(rows.flatMap(({ facets }) => facets[name] ?? []));
  return [...known]
    .filter((each) => each.toLowerCase().startsWith(value))
    .sort()
    .slice(0, mostGoOns)
    .map((each) => `${before}${name}:${each}`);
}

const mostGoOns = 20;
