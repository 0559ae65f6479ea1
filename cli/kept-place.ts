import { sha256 } from '../src/process/secrets.ts';
import type { Place } from '../tools/listen/new-deliveries.ts';
import { readPrivately, userFile, writePrivately } from './private-file.ts';
import type { Profile } from './profiles.ts';

/** Is how far `ringpost listen` has come with a tenant's deliveries, or with those to one endpoint, kept on this machine. */
export interface KeptPlace {
  /** Is null before the first listen. */
  readonly place: Place | null;
  keep(place: Place): void;
}

/** An endpoint's id is of one tenant alone; where all are followed, the key says whose they are. */
export function keptPlace({ baseUrl, apiKey }: Profile, endpointId: string | null): KeptPlace {
  const followed = sha256(JSON.stringify([baseUrl, endpointId ?? apiKey])).toString('hex');
  const file = userFile(`listen/${followed.slice(0, 32)}.json`);
  // The command alone writes it.
  const kept = readPrivately(file, 'Remove it; `ringpost listen` then begins with what is new.') as Place | undefined;
  return { place: kept ?? null, keep: (place) => writePrivately(file, place) };
}
