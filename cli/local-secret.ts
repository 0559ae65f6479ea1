import { randomBytes } from 'node:crypto';
import { changeProfiles, readProfiles } from './profiles.ts';

/** Returns this machine's secret for webhooks that its own commands send, which stays the same. */
export function localSecret(): string {
  const { listenSecret } = readProfiles();
  if (listenSecret !== undefined) return listenSecret;
  const made = randomBytes(32).toString('hex');
  changeProfiles((kept) => ({ listenSecret: made, ...kept }));
  return readProfiles().listenSecret ?? made;
}
