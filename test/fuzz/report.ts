import { curlOf } from '../../tools/conformance/report/curl.ts';
import type { FuzzedRequest } from './requests.ts';
import { bytesOf } from './send.ts';

/** The request as a command that works as pasted, but for ids and a key that are gone with the run. */
export function asCommand(origin: string, request: FuzzedRequest): string {
  if (request.spoilt.length > 0 || !isWritable(request)) return asBytes(origin, request);
  const { method, target, body } = request;
  const { 'content-length': _, ...headers } = request.headers;
  return curlOf({ request: { method, url: origin + target, headers, body } }, keysGoneWithTheRun);
}

/** Keys that were spoilt are shown as they were sent: none of them opens anything any more. */
const keysGoneWithTheRun = { isKey: (value: string) => /^Bearer rp_\S+$/.test(value), authorization: (value: string) => value };

/** What no option of curl can say is sent as it is. */
function asBytes(origin: string, request: FuzzedRequest): string {
  const { hostname, port } = new URL(origin);
  return `printf %s '${bytesOf(request).toString('base64')}' | base64 -d | nc ${hostname} ${port}`;
}

const isWritable = ({ headers }: FuzzedRequest): boolean => Object.values(headers).every((value) => /^[\x20-\x7e]*$/.test(value));
