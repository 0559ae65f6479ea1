import type { MutantTest } from '../mutant-tests.ts';
import { judgeRawMutant, type RawMutant } from '../raw-mutant.ts';

/** A service that reads HTTP loosely in one place, and the check of group M that must say so. */

const readsLoosely: Readonly<Record<string, readonly [what: string, RawMutant, says: RegExp]>> = {
  M1: [
    'does not say which methods there are',
    { response: (text) => text.replace(/^allow: .*\r\n/im, '') },
    /HEAD \/calls: Allow is "", not (GET, )?POST/,
  ],
  M2: [
    'takes any type of body for JSON',
    { response: (text) => text.replace('HTTP/1.1 415', 'HTTP/1.1 400') },
    /expected 415, got 400 unsupported_media_type/,
  ],
  M3: [
    'does not know absolute targets',
    { request: (text) => text.replace(/^GET http:\/\/[^/]+/, 'GET /nowhere') },
    /an absolute target: expected 200, got 404/,
  ],
  M4: [
    'drops the body that comes in chunks',
    { request: (text) => text.replace(/Transfer-Encoding: chunked\r\n\r\n[\s\S]*/, 'Content-Length: 12\r\n\r\n{"name":"x"}') },
    /Of a body in one chunk the answer does not name what is wrong/,
  ],
  M5: [
    'answers expectations with 417',
    { response: (text) => text.replace('HTTP/1.1 100 Continue', 'HTTP/1.1 417 No') },
    /Expect: 100-continue: expected 400, got 417/,
  ],
  M6: [
    'goes by the length where there are chunks as well',
    { request: (text) => text.replace(/Transfer-Encoding: chunked\r\n/, '') },
    /a length and chunks: the request that hid in the body was answered with 200/,
  ],
  M7: [
    'takes the first of two Hosts',
    { request: (text) => text.replace(/\r\nHost: other\.example/, '') },
    /two Hosts: expected 400 invalid_request, got 401/,
  ],
  M8: ['takes what has come for the whole body', { request: trueLength }, /An endpoint was made of a body that had not come whole/],
  M9: [
    'resolves dots in a path',
    { request: (text) => text.replace('/calls/../agents', '/agents') },
    /GET \/calls\/\.\.\/agents: expected 404, got 200/,
  ],
  M11: [
    'guesses the rest of what dribbles in',
    { request: (text) => (text.includes('X-Slow') ? whole(text) : text) },
    /headers that never end: expected 408 invalid_request, got 400/,
  ],
  M12: [
    'takes the first of two keys',
    { request: (text) => text.replace(/\r\nAuthorization: Bearer nonsense(?=\r\n)/, '') },
    /two keys, the second unknown: the request was read all the same/,
  ],
  M13: [
    'calls a body that is too large invalid',
    { response: (text) => text.replace('HTTP/1.1 413', 'HTTP/1.1 400') },
    /A body of a gigabyte, announced: expected 413 payload_too_large, got 400/,
  ],
  M10: [
    'takes headers of any size',
    { request: (text) => text.replace(/a{20000}/, 'a') },
    /One header of 20 KB: expected 431 invalid_request, got 200/,
  ],
};

export const rawHttpMutants: readonly MutantTest[] = Object.entries(readsLoosely).map(([caughtBy, [what, mutant, says]]) => ({
  caughtBy,
  where: `on a service that ${what}`,
  says,
  run: (deployment, only) => judgeRawMutant(deployment, mutant, only),
}));

/** The length that a body has, in place of the one it was announced with. */
function trueLength(text: string): string {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return text.startsWith('POST') ? `${head.replace(/Content-Length: \d+/, `Content-Length: ${body.length}`)}\r\n\r\n${body}` : text;
}

/** With the end of its headers, and a body as long as they say. */
const whole = (text: string): string => `${text.split('\r\n\r\n')[0]}\r\n\r\n{${' '.repeat(998)}}`;
