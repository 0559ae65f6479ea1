import { fault, good, type Seen } from './finding.ts';

/** What `engines` in package.json asks for. */
const oldestNode = [20, 19] as const;
/** `date_bin` came with it. */
export const oldestPostgres = 14;
/** Scripts pass their keys to a cluster's nodes, and `lpop`, `zrange … withscores` are older; unsupported below all the same. */
export const oldestRedis = 6;

export function nodeVersion(version: string): Seen {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return good(version);
  return fault(`Node.js ${version} is too old.`, `Install ${oldestNode.join('.')} or newer.`);
}
