import { randomBytes } from 'node:crypto';
import { readProfiles, writeProfiles } from './profiles.ts';

/** Returns this machine's secret for webhooks that its own commands send, which stays the same. */
export function localSecret(): string {
  const kept = readProfiles();
  if (kept.listenSecret !== undefined) return kept.listenSecret;
  const listenSecret = randomBytes(32).toString('hex');
  writeProfiles({ ...kept, listenSecret });
  return listenSecret;
}
