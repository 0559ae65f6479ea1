/** Is what a program needs to run. Nothing else of the environment goes along, so that no credential of a live installation does. */
const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'RINGPOST_DATA_FOLDER'];

export const bareEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.includes(name)));
