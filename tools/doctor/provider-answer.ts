import type { Asked } from '../../src/network/ask-once.ts';
import { fault, good, type Seen, warning } from './finding.ts';

/** Judges the credentials by a provider's answer to a harmless request. */
export function judgeProvider(
  answer: Asked,
  baseUrl: string,
  { setting, credentials }: { readonly setting: string; readonly credentials: string },
): Seen {
  if (answer.kind !== 'answer')
    return fault(
      `${baseUrl} does not answer: ${answer.raw}`,
      'See that this machine reaches it: DNS, a firewall, a proxy. In development, that the simulator runs.',
    );
  if (answer.status === 401 || answer.status === 403)
    return fault(`${baseUrl} refuses the credentials (HTTP ${answer.status}).`, `Correct ${credentials}.`);
  if (answer.status >= 200 && answer.status < 300) return good(`${baseUrl} takes the credentials`);
  if (answer.status === 404)
    return warning(`${baseUrl} answers HTTP 404.`, `No API of the provider is there: correct ${setting}, or leave it out in production.`);
  return warning(`${baseUrl} answers HTTP ${answer.status}.`, "See the provider's status page, and try again.");
}
