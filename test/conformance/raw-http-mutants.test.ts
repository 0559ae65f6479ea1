import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Deployment, startDeployment } from './deployment.ts';
import { judgeRawMutant, type RawMutant } from './raw-mutant.ts';
import { resultOf, told } from './run.ts';

/** A service that reads HTTP loosely in one place, and the check of group M that must say so. */

let deployment: Deployment;
before(async () => {
  deployment = await startDeployment();
});
after(() => deployment.stop());

const readsLoosely: Readonly<Record<string, readonly [what: string, RawMutant]>> = {
  M1: ['does not say which methods there are', { response: (text) => text.replace(/^allow: .*\r\n/im, '') }],
  M2: ['takes any type of body for JSON', { response: (text) => text.replace('HTTP/1.1 415', 'HTTP/1.1 400') }],
  M3: ['does not know absolute targets', { request: (text) => text.replace(/^GET http:\/\/[^/]+/, 'GET /nowhere') }],
  M4: [
    'drops the body that comes in chunks',
    { request: (text) => text.replace(/Transfer-Encoding: chunked\r\n\r\n[\s\S]*/, 'Content-Length: 12\r\n\r\n{"name":"x"}') },
  ],
  M5: ['answers expectations with 417', { response: (text) => text.replace('HTTP/1.1 100 Continue', 'HTTP/1.1 417 No') }],
  M6: ['goes by the length where there are chunks as well', { request: (text) => text.replace(/Transfer-Encoding: chunked\r\n/, '') }],
  M7: ['takes the first of two Hosts', { request: (text) => text.replace(/\r\nHost: other\.example/, '') }],
  M8: ['takes what has come for the whole body', { request: trueLength }],
  M9: ['resolves dots in a path', { request: (text) => text.replace('/calls/../agents', '/agents') }],
  M10: ['takes headers of any size', { request: (text) => text.replace(/a{20000}/, 'a') }],
};

for (const [caughtBy, [what, mutant]] of Object.entries(readsLoosely))
  test(`${caughtBy} fails on a service that ${what}`, async () => {
    const run = await judgeRawMutant(deployment, mutant, [caughtBy]);
    assert.equal(resultOf(run, caughtBy).verdict, 'fail');
  });

test('the service itself, behind a proxy that changes nothing, passes them', async () => {
  const run = await judgeRawMutant(deployment, {}, Object.keys(readsLoosely));
  assert.equal(told(run), '');
});

/** The length that a body has, in place of the one it was announced with. */
function trueLength(text: string): string {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return text.startsWith('POST') ? `${head.replace(/Content-Length: \d+/, `Content-Length: ${body.length}`)}\r\n\r\n${body}` : text;
}
