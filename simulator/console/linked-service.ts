import type { components } from '../../src/contract/generated/simulator.ts';
import { parseUrl } from '../../src/process/parse-url.ts';
import { isObject } from '../json.ts';

/**
 * The service that the console places calls with, and its secrets. They stay in this process: the page asks the
 * simulator, which adds them (`relay.ts`).
 */
export type LinkedService = components['schemas']['NewLinkedService'];

/** Returns the part of the link that the page may see. */
export function linkedServiceView(service: LinkedService | null): components['schemas']['LinkedService'] | null {
  if (!service) return null;
  const canOperate = service.operatorUrl !== undefined && service.operatorToken !== undefined;
  return {
    url: service.url,
    operatorUrl: service.operatorUrl ?? null,
    canCall: service.apiKey !== undefined,
    canOperate,
    canText: canOperate && service.tenantId !== undefined,
  };
}

/** Returns the link, or a sentence that says what is wrong. */
export function readLinkedService(asked: unknown): LinkedService | string {
  if (!isObject(asked)) return 'The body must be a JSON object.';
  const known = ['url', 'apiKey', 'operatorUrl', 'operatorToken', 'tenantId'];
  for (const [name, value] of Object.entries(asked)) {
    if (!known.includes(name)) return `${name} is not known. There are ${known.join(', ')}.`;
    if (typeof value !== 'string' || value === '') return `${name} must be a string that is not empty.`;
  }
  const { url, apiKey, operatorUrl, operatorToken, tenantId } = asked as Readonly<Record<string, string | undefined>>; // The fields were just checked.
  if (url === undefined || !isOrigin(url)) return 'url must be the http or https address of a public API, such as http://127.0.0.1:8080.';
  if (operatorUrl !== undefined && !isOrigin(operatorUrl))
    return 'operatorUrl must be an http or https address, such as http://127.0.0.1:8081.';
  return {
    url: new URL(url).origin,
    ...(apiKey && { apiKey }),
    ...(operatorUrl && { operatorUrl: new URL(operatorUrl).origin }),
    ...(operatorToken && { operatorToken }),
    ...(tenantId && { tenantId }),
  };
}

const isOrigin = (text: string): boolean => parseUrl(text) !== null && /^https?:/.test(text);
