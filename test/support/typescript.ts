/** The arguments with which Node runs a program of the sources as it runs the tests. */
export const runsTypeScript: readonly string[] = ['--import', import.meta.resolve('./load-typescript.mjs')];
