import type { Check } from '../../check.ts';
import { offers } from '../../documents.ts';
import { plainRead, writingOperation } from '../../plain-request.ts';
import { answerTo, authorization, expectAnswer, onConnection, plainText, requestText, told } from '../../wire.ts';

/** M1 to M3 check methods, unknown paths, and several requests on one connection. */
export const methods: readonly Check[] = [
  {
    id: 'M1',
    title: 'HEAD, OPTIONS, TRACE and others are 405 with Allow, on every path',
    rule: 'Public API, Which refusal comes first: HEAD and OPTIONS are methods like any other, and no path has them; 405 with Allow.',
    async run(world) {
      const paths = new Set(world.documents.operations.map(({ path }) => path));
      for (const path of paths)
        for (const method of ['HEAD', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND']) {
          const asked = path.replace('{id}', 'any');
          const response = await answerTo(world, requestText(world, method, asked, { headers: ['Connection: close'] }));
          const code = method === 'HEAD' ? null : 'method_not_allowed';
          if (!expectAnswer(world, `${method} ${path}`, response, 405, code)) continue;
          const allowed = world.documents.operations.filter((operation) => operation.path === path).map((operation) => operation.method);
          const allow = (response?.headers['allow'] ?? '').split(/, */);
          // A service of which only some operations are judged may have the others of the document too.
          const isRight =
            allowed.every((each) => allow.includes(each)) && allow.every((each) => world.documents.route(each, asked) !== null);
          if (!isRight) world.breach(`${method} ${path}: Allow is "${allow.join(', ')}", not ${allowed.join(', ')}.`);
        }
    },
  },
  {
    id: 'M2',
    title: 'A connection serves the next request after each kind of refusal, and pipelined ones in their order',
    rule: 'RFC 9112 sections 9.3 and 9.3.2: connections persist, and responses come in the order of the requests.',
    async run(world) {
      const { api } = await world.tenant();
      const own = authorization(api.key);
      const [read, write] = [plainRead(world.documents), writingOperation(world.documents, ['placeCall'])];
      const json = ['Content-Type: application/json', 'Content-Length: 7'];
      const rows: readonly (readonly [number, string])[] = [
        [404, requestText(world, 'GET', '/nothing')],
        [405, plainText(world, { method: 'PROPFIND', path: write.path })],
        [401, plainText(world, write, { headers: json, body: '{"a":1}' })],
        [415, plainText(world, write, { headers: [own, 'Content-Length: 7'], body: '{"a":1}' })],
        [400, plainText(world, write, { headers: [own, ...json], body: '{"a":1}' })],
        [400, plainText(world, write, { headers: [own, ...json], body: '{"a"::}' })],
        ...(offers(world.documents, 'readCall') ? [[404, requestText(world, 'GET', '/calls/none', { headers: [own] })] as const] : []),
        [read.status, plainText(world, read, { headers: [own] })],
      ];
      await onConnection(world, async (connection) => {
        for (const [status, text] of rows) {
          connection.write(text);
          if (!expectAnswer(world, 'On a connection that has been used', await connection.response(), status)) return;
        }
        connection.write(rows.map(([, text]) => text).join(''));
        const answers = [];
        for (const _ of rows) answers.push(told(await connection.response()).slice(0, 3));
        const expected = rows.map(([status]) => status).join(' ');
        if (answers.join(' ') !== expected) world.breach(`Pipelined requests were answered with ${answers.join(' ')}, not ${expected}.`);
      });
    },
  },
  {
    id: 'M3',
    title: 'HTTP/1.0, absolute targets, empty lines before a request and offers to upgrade are understood',
    rule: 'RFC 9112 sections 2.2 and 3.2.2; RFC 9110 section 7.8: a server may ignore an upgrade.',
    profile: 'full',
    async run(world) {
      const { api } = await world.tenant();
      const { host, pathname, origin } = new URL(world.baseUrl);
      const own = authorization(api.key);
      const read = plainRead(world.documents);
      const target = `${pathname}${read.path}`;
      const rows = {
        'HTTP/1.0': `GET ${target} HTTP/1.0\r\n${own}\r\n\r\n`,
        'an absolute target': `GET ${origin}${target} HTTP/1.1\r\nHost: ${host}\r\n${own}\r\n\r\n`,
        'empty lines first': `\r\n\r\n${plainText(world, read, { headers: [own] })}`,
        'an offer of h2c': plainText(world, read, { headers: [own, 'Connection: Upgrade', 'Upgrade: h2c'] }),
        'names of headers in any case': plainText(world, read, { headers: [own.replace('Authorization', 'aUTHORIZATION')] }),
      };
      for (const [what, text] of Object.entries(rows)) expectAnswer(world, what, await answerTo(world, text), read.status);
    },
  },
];
