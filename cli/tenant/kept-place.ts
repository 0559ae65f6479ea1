import { isObject, object } from '../../src/contract/json.ts';
import type { Environment } from '../../src/process/environment.ts';
import { sha256 } from '../../src/process/secrets.ts';
import type { Place } from '../../tools/listen/new-deliveries.ts';
import type { Profile } from '../clients/profiles.ts';
import { readPrivately, userFile, writePrivately } from '../parts/private-file.ts';
import { UsageError } from '../parts/usage-error.ts';

/** Is how far `ringpost listen` has come with a tenant's deliveries, or with those to one endpoint, kept on this machine. */
export interface KeptPlace {
  /** Is null before the first listen. */
  readonly place: Place | null;
  keep(place: Place): void;
}

/** Says what a listen forwards and where. Two that differ in it have places of their own. */
export interface Listening {
  readonly endpointId: string | null;
  readonly forwardTo: string;
  /** Is undefined where all are forwarded. */
  readonly events: readonly string[] | undefined;
}

/** An endpoint's id is of one tenant alone; where all are followed, the key says whose they are. */
export function keptPlace({ baseUrl, apiKey }: Profile, { endpointId, forwardTo, events }: Listening, env?: Environment): KeptPlace {
  const what = JSON.stringify([baseUrl, endpointId ?? apiKey, forwardTo, events?.toSorted() ?? null]);
  const file = userFile(`listen/${sha256(what).toString('hex').slice(0, 32)}.json`, env);
  const kept = readPrivately(file, remedy);
  if (kept !== undefined && !isPlace(kept)) throw new UsageError(`${file} is not as \`ringpost listen\` writes it. ${remedy}`);
  return { place: kept ?? null, keep: (place) => writePrivately(file, place) };
}

const remedy = 'Remove it; `ringpost listen` then begins with what is new.';

function isPlace(content: unknown): content is Place {
  const { since, taken } = object(content);
  const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value));
  return isTime(since) && isObject(taken) && Object.values(taken).every(isTime);
}
