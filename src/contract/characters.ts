/**
 * Characters are code points, as the documents' `maxLength` counts them. A code point has at most two units, so no more than the
 * beginning is read.
 */
export const firstCharacters = (text: string, characters: number): readonly string[] =>
  [...text.slice(0, 2 * characters)].slice(0, characters);

export const isLongerThan = (text: string, characters: number): boolean =>
  text.length > characters && firstCharacters(text, characters + 1).length > characters;
