import { isDeepStrictEqual } from 'node:util';
import {
  defaultTenantLimits,
  deliveryTimeoutMs,
  maxAttempts,
  retryDelaysSeconds,
  retryJitter,
  signatureToleranceSeconds,
} from '../../../src/process/limits.ts';
import { at, type Findings, items, type JsonObject } from '../document.ts';

/** Checks that all documents have the same version. */
export function checkVersions(documents: Readonly<Record<string, JsonObject>>): Findings {
  const versions = Object.entries(documents).map(([name, document]) => [name, at(document, document, 'info', 'version')] as const);
  const same = new Set(versions.map(([, version]) => version)).size === 1 && versions.every(([, version]) => typeof version === 'string');
  const said = versions.map(([name, version]) => `${name} ${String(version)}`).join(', ');
  return { checked: versions.length, problems: same ? [] : [`info.version differs: ${said}.`] };
}

/** Checks that all documents have the same contact address. */
export function checkContact(documents: Readonly<Record<string, JsonObject>>): Findings {
  const contacts = Object.entries(documents).map(([name, document]) => [name, at(document, document, 'info', 'contact')] as const);
  const [first] = contacts;
  const problems = contacts.flatMap(([name, contact]) =>
    contact !== undefined && isDeepStrictEqual(contact, first?.[1]) ? [] : [`info.contact of ${name} is ${JSON.stringify(contact)}.`],
  );
  return { checked: contacts.length, problems };
}

/** Checks that the numbers in the AsyncAPI document are those that the service uses. */
export function checkLimits(document: JsonObject): Findings {
  const delivery = (key: string): unknown => at(document, document, 'x-delivery', key);
  const published = {
    retryDelaysSeconds: [delivery('retryDelaysSeconds'), [...retryDelaysSeconds]],
    retryJitter: [delivery('retryJitter'), retryJitter],
    attempts: [delivery('attempts'), maxAttempts],
    timeoutSeconds: [delivery('timeoutSeconds'), deliveryTimeoutMs / 1_000],
    buckets: [
      items(delivery('buckets')).map((bucket) => at(document, bucket, 'perMinute')),
      [defaultTenantLimits.callEventsPerMinute, defaultTenantLimits.textEventsPerMinute],
    ],
    toleranceSeconds: [at(document, document, 'x-signature', 'toleranceSeconds'), signatureToleranceSeconds],
  };
  const problems = Object.entries(published)
    .filter(([, [said, done]]) => !isDeepStrictEqual(said, done))
    .map(([name, [said, done]]) => `${name} is published as ${JSON.stringify(said)}, but limits.ts has ${JSON.stringify(done)}.`);
  return { checked: Object.keys(published).length, problems };
}
