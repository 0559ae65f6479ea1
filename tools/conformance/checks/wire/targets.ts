import type { Check } from '../../check.ts';
import { plainRead, writingOperation } from '../../plain-request.ts';
import { answerTo, authorization, expectAnswer, plainText, requestText } from '../../wire.ts';

/** M9, M10, M12 and M13 check request targets, requests that are too large, and repeated fields. */
export const targets: readonly Check[] = [
  {
    id: 'M9',
    title: 'An id is any string, however it is encoded; dots and slashes lead nowhere else',
    rule: 'Public API, Conventions: any id that is not one of yours, even where its percent-encoding is broken, gets the 404 of its noun.',
    async run(world) {
      const { api } = await world.tenant();
      const headers = [authorization(api.key)];
      const get = (path: string) => answerTo(world, requestText(world, 'GET', path, { headers }));
      for (const id of oddIds) expectAnswer(world, `GET /calls/${id}`, await get(`/calls/${id}`), 404, 'call_not_found');
      for (const path of ['/calls/../agents', '/calls/./x/../../agents', '//agents', '/agents/', '/agents//x', '/agents;v=1', '/calls/a/b'])
        expectAnswer(world, `GET ${path}`, await get(path), 404);
      const read = plainRead(world.documents);
      expectAnswer(world, `GET ${read.path}?`, await get(`${read.path}?`), read.status);
      for (const path of ['x=%zz', 'a&b==&%00', 'x'.repeat(4_000)].map((query) => `${read.path}?${query}`))
        expectAnswer(world, `GET ${path.slice(0, 40)}`, await get(path), 400, 'invalid_request');
    },
  },
  {
    id: 'M10',
    title: 'Headers and targets that are too large are 431',
    rule: 'Public API, Which refusal comes first: with headers larger than 16 KiB 431.',
    async run(world) {
      const { api } = await world.tenant();
      const own = authorization(api.key);
      const read = plainRead(world.documents);
      const get = (headers: readonly string[], path = read.path) => answerTo(world, requestText(world, 'GET', path, { headers }));
      expectAnswer(world, 'One header of 20 KB', await get([own, `X-Large: ${'a'.repeat(20_000)}`]), 431, 'invalid_request');
      expectAnswer(world, '2,000 headers', await get([own, ...many(2_000, 'X-Many-')]), 431, 'invalid_request');
      expectAnswer(world, 'A target of 20 KB', await get([own], `${read.path}?${'x'.repeat(20_000)}`), 431, 'invalid_request');
      expectAnswer(world, 'One header of 10 KB', await get([own, `X-Large: ${'a'.repeat(10_000)}`]), read.status);
      expectAnswer(world, '300 headers', await get([own, ...many(300, 'X-M')]), read.status);
    },
  },
  {
    id: 'M12',
    title: 'A header that may stand once and stands twice is refused; other repeated headers do no harm',
    rule: 'Public API, Which refusal comes first: with several Host, Authorization, Content-Type or Idempotency-Key 400.',
    async run(world) {
      const { api } = await world.tenant();
      const own = authorization(api.key);
      const json = 'Content-Type: application/json';
      const operation = writingOperation(world.documents, ['createWebhookEndpoint']);
      const read = plainRead(world.documents);
      const twice = {
        'the key twice': [own, own, json],
        'two keys, the first unknown': ['Authorization: Bearer nonsense', own, json],
        'two keys, the second unknown': [own, 'Authorization: Bearer nonsense', json],
        'two types of the body': [own, json, 'Content-Type: text/plain'],
        'the same type of the body twice': [own, json, json],
        'the same idempotency key twice': [own, json, 'Idempotency-Key: a', 'Idempotency-Key: a'],
      };
      for (const [what, headers] of Object.entries(twice)) {
        const text = plainText(world, operation, { headers: [...headers, 'Content-Length: 2'], body: '{}' });
        const response = await answerTo(world, text);
        if (expectAnswer(world, what, response, 400, 'invalid_request') && response?.body.includes('/body/'))
          world.breach(`${what}: the request was read all the same.`);
      }
      const others = ['Accept', 'User-Agent', 'Cookie', 'X-Request-Id', 'Forwarded'].flatMap((name) => [`${name}: a`, `${name}: b`]);
      expectAnswer(world, 'others twice', await answerTo(world, plainText(world, read, { headers: [own, ...others] })), read.status);
    },
  },
  {
    id: 'M13',
    title: 'A body that is too large is refused before it has come, whether its length was said or not',
    rule: 'Public API, Limits: request body 4 MiB for POST /calls, 1 MiB elsewhere: 413 payload_too_large.',
    profile: 'full',
    async run(world) {
      const { api } = await world.tenant();
      const headers = [authorization(api.key), 'Content-Type: application/json'];
      const begun = { headers: [...headers, 'Content-Length: 1000000000'], body: '{"name":"' };
      const operation = writingOperation(world.documents, ['createWebhookEndpoint']);
      const announced = await answerTo(world, plainText(world, operation, begun));
      expectAnswer(world, 'A body of a gigabyte, announced', announced, 413, 'payload_too_large');
      const max = operation.maxBodyBytes ?? 0;
      const chunks = `${(max + 1).toString(16)}\r\n${' '.repeat(max + 1)}\r\n`;
      const endless = plainText(world, operation, { headers: [...headers, 'Transfer-Encoding: chunked'], body: chunks });
      expectAnswer(world, 'Chunks that go on', await answerTo(world, endless), 413, 'payload_too_large');
    },
  },
];

const many = (count: number, name: string): readonly string[] => Array.from({ length: count }, (_, nth) => `${name}${nth}: 1`);

const oddIds = [
  '%zz',
  '%',
  '%e9',
  '%c0%af',
  '%00',
  '%2e%2e',
  '%2e%2e%2fagents',
  'a%2fb',
  'a%3fb',
  "'%20or%201=1--",
  '%f0%9f%98%80',
  '%ed%a0%80',
  'call_%0d%0aX-Injected:%201',
  'a'.repeat(2_000),
  '__proto__',
  'constructor',
];
