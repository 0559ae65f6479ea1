/** What Node must be told to run a program of the sources as the tests themselves are run. */
export const runsTypeScript: readonly string[] = ['--import', import.meta.resolve('./load-typescript.mjs')];
