/** Stands at the end of a page that is made and not written. */
export const madeFrom = (sources: string): string => `<!-- Made by \`npm run generate\` from ${sources}. Edit those. -->`;
