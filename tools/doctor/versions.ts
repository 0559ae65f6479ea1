import { fault, good, type Seen } from './finding.ts';

/** The version is the one that `engines` in package.json asks for. */
const oldestNode = [20, 19] as const;
/** The SQL needs `date_bin`, which came with this version. */
export const oldestPostgres = 14;
/**
 * Scripts pass their keys to a cluster's nodes; `lpop` and `zrange … withscores` are older. Older versions are
 * unsupported all the same.
 */
export const oldestRedis = 6;

export function nodeVersion(version: string): Seen {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return good(version);
  return fault(`Node.js ${version} is too old.`, `Install ${oldestNode.join('.')} or newer.`);
}
