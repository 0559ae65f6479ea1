/** Returns the values that are there, each once. */
export const present = (...values: readonly (string | null)[]): readonly string[] => [
  ...new Set(values.filter((value): value is string => value !== null)),
];
