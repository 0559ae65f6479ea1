import type { Check } from '../../check.ts';
import { answerTo, authorization, expectAnswer, requestText } from '../../wire.ts';

/** M9 and M10: what stands in a path, and too much of anything. */
export const targets: readonly Check[] = [
  {
    id: 'M9',
    title: 'An id is any string, however it is encoded; dots and slashes lead nowhere else',
    rule: 'Public API, Conventions: any id that is not one of yours, even where its percent-encoding is broken, gets the 404 of its noun.',
    needs: [],
    profile: 'smoke',
    async run(world) {
      const { api } = await world.tenant();
      const headers = [authorization(api.key)];
      for (const id of oddIds)
        expectAnswer(
          world,
          `GET /calls/${id}`,
          await answerTo(world, requestText(world, 'GET', `/calls/${id}`, { headers })),
          404,
          'call_not_found',
        );
      for (const path of ['/calls/../agents', '/calls/./x/../../agents', '//agents', '/agents/', '/agents//x', '/agents;v=1', '/calls/a/b'])
        expectAnswer(world, `GET ${path}`, await answerTo(world, requestText(world, 'GET', path, { headers })), 404);
      const query = ['/agents?', '/agents?x=%zz', '/agents?a&b==&%00', `/agents?${'x'.repeat(4_000)}`];
      for (const path of query)
        expectAnswer(world, `GET ${path.slice(0, 40)}`, await answerTo(world, requestText(world, 'GET', path, { headers })), 200);
    },
  },
  {
    id: 'M10',
    title: 'Headers and targets that are too large are 431, and repeated headers do no harm',
    rule: 'Public API, Which refusal comes first: with headers larger than 16 KiB 431.',
    needs: [],
    profile: 'smoke',
    async run(world) {
      const { api } = await world.tenant();
      const own = authorization(api.key);
      const get = (headers: readonly string[], path = '/agents') => answerTo(world, requestText(world, 'GET', path, { headers }));
      expectAnswer(world, 'One header of 20 KB', await get([own, `X-Large: ${'a'.repeat(20_000)}`]), 431, 'invalid_request');
      expectAnswer(world, '2,000 headers', await get([own, ...many(2_000, 'X-Many-')]), 431, 'invalid_request');
      expectAnswer(world, 'A target of 20 KB', await get([own], `/agents?${'x'.repeat(20_000)}`), 431, 'invalid_request');
      expectAnswer(world, 'One header of 10 KB', await get([own, `X-Large: ${'a'.repeat(10_000)}`]), 200);
      expectAnswer(world, '300 headers', await get([own, ...many(300, 'X-M')]), 200);
      expectAnswer(world, 'Two keys, the first unknown', await get(['Authorization: Bearer nonsense', own]), 401, 'invalid_api_key');
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
