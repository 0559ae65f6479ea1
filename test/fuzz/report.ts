import { curlOf } from '../../src/conformance/curl.ts';
import type { FuzzedRequest } from './requests.ts';
import { bytesOf } from './send.ts';

/** The request as a command that works as pasted, but for ids and a key that are gone with the run. */
export function asCommand(origin: string, request: FuzzedRequest): string {
  if (request.spoilt.length > 0 || !isWritable(request)) return asBytes(origin, request);
  const { method, target, body } = request;
  const { 'content-length': _, ...headers } = request.headers;
  return curlOf({ request: { method, url: origin + target, headers, body } });
}

/** What no option of curl can say is sent as it is. */
function asBytes(origin: string, request: FuzzedRequest): string {
  const { hostname, port } = new URL(origin);
  return `printf %s '${bytesOf(request).toString('base64')}' | base64 -d | nc ${hostname} ${port}`;
}

const isWritable = ({ headers }: FuzzedRequest): boolean => Object.values(headers).every((value) => /^[\x20-\x7e]*$/.test(value));
