import type { Check } from '../../check.ts';
import { bodyOf } from '../../expect.ts';
import { plainRead, writingOperation } from '../../plain-request.ts';
import { harmlessSampleFor } from '../../samples.ts';
import type { Tenant } from '../../tenants.ts';
import { answerTo, authorization, expectAnswer, onConnection, plainText, told } from '../../wire.ts';
import type { World } from '../../world.ts';

/** M4 and M5 check that bodies framed in every legal way are read. */
export const body: readonly Check[] = [
  {
    id: 'M4',
    title: 'A body in chunks is the same as one with a length',
    rule: 'RFC 9112 section 7.1: a recipient must be able to parse the chunked transfer coding, with extensions and trailers.',
    async run(world) {
      const { api } = await world.tenant();
      const operation = writingOperation(world.documents, ['createWebhookEndpoint']);
      const [name = ''] = [operation.bodySchema?.['required'] ?? []].flat().map(String);
      const text = JSON.stringify({ [name]: [], thisIsUnknown: 'é' });
      const single = [...Buffer.from(text)].map((byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]));
      const forms = {
        'one chunk': Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`),
        'a chunk for each byte': Buffer.concat([...single, Buffer.from('0\r\n\r\n')]),
        'an extension and a trailer': Buffer.from(
          `${Buffer.byteLength(text).toString(16)};ext="a"\r\n${text}\r\n000\r\nX-Trailer: 1\r\n\r\n`,
        ),
      };
      const headers = [authorization(api.key), 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
      for (const [what, chunks] of Object.entries(forms)) {
        const head = Buffer.from(plainText(world, operation, { headers }));
        const response = await answerTo(world, Buffer.concat([head, chunks]));
        // The refusal names a fault inside the body, which shows that the body was read.
        if (expectAnswer(world, what, response, 400, 'invalid_request') && !response?.body.includes(`/body/${name}`))
          world.breach(`Of a body in ${what} the answer does not name what is wrong in it.`);
      }
    },
  },
  {
    id: 'M5',
    title: 'Expect: 100-continue is answered before the body, and other expectations are no obstacle',
    rule: 'RFC 9110 section 10.1.1.',
    profile: 'full',
    async run(world) {
      const { api } = await world.tenant();
      const headers = [authorization(api.key), 'Content-Type: application/json', 'Content-Length: 2'];
      await onConnection(world, async (connection) => {
        const operation = writingOperation(world.documents, ['placeCall']);
        connection.write(plainText(world, operation, { headers: [...headers, 'Expect: 100-continue'] }));
        const first = await connection.response();
        // A server that can already answer need not ask for the body.
        if (first?.status !== 100) return void expectAnswer(world, 'Expect: 100-continue', first, 400);
        connection.write('{}');
        expectAnswer(world, 'After 100 Continue', await connection.response(), 400, 'invalid_request');
      });
    },
  },
];

/** M6 to M8 check that ambiguous framing is refused, and that a request hidden behind it has no effect. */
export const broken: readonly Check[] = [
  {
    id: 'M6',
    title: 'A request whose length can be read in two ways is refused with 400, and the connection ends',
    rule: 'RFC 9112 sections 6.1 and 6.3; Public API, Which refusal comes first: what is not HTTP is 400 invalid_request.',
    async run(world) {
      const tenant = await world.tenant();
      for (const [what, headers] of Object.entries(ambiguous)) await expectOneRefusal(world, tenant, what, headers);
    },
  },
  {
    id: 'M7',
    title: 'What is not HTTP is refused with 400 in the envelope',
    rule: 'Public API, Which refusal comes first: what is not HTTP/1.1 or HTTP/1.0, without Host, or with several, is 400 invalid_request.',
    async run(world) {
      const { host, pathname } = new URL(world.baseUrl);
      const get = `GET ${pathname}/agents HTTP/1.1\r\n`;
      const rows = {
        'no HTTP at all': 'SSH-2.0-OpenSSH_9.2\r\n\r\n',
        'HTTP/0.9': `GET ${pathname}/agents\r\n\r\n`,
        'HTTP/0.9 with headers': `GET ${pathname}/agents HTTP/0.9\r\nHost: ${host}\r\n\r\n`,
        'HTTP/2.0 in words': `GET ${pathname}/agents HTTP/2.0\r\nHost: ${host}\r\n\r\n`,
        'another version': `GET ${pathname}/agents HTTP/3.7\r\nHost: ${host}\r\n\r\n`,
        'a method in lower case': `get ${pathname}/agents HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        'no Host': `${get}\r\n`,
        'two Hosts': `${get}Host: ${host}\r\nHost: other.example\r\n\r\n`,
        'a header without a colon': `${get}Host: ${host}\r\nNonsense\r\n\r\n`,
        'a space before the colon': `${get}Host : ${host}\r\n\r\n`,
        'a line that goes on in the next': `${get}Host: ${host}\r\nX-Long: a\r\n b\r\n\r\n`,
        'a NUL in a header': `${get}Host: ${host}\r\nX-Nul: a\0b\r\n\r\n`,
        'a bare CR in a header': `${get}Host: ${host}\r\nX-Cr: a\rb\r\n\r\n`,
        'a chunk without a size': `POST ${pathname}/calls HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
      };
      for (const [what, text] of Object.entries(rows)) expectAnswer(world, what, await answerTo(world, text), 400, 'invalid_request');
    },
  },
  {
    id: 'M8',
    title: 'A body that is shorter than its length does nothing; what follows a longer one is no part of it',
    rule: 'RFC 9112 section 8: an incomplete request is not processed.',
    needs: ['operator'],
    async run(world) {
      const tenant = await world.tenant();
      const operation = writingOperation(world.documents, ['createWebhookEndpoint']);
      const { body } = await harmlessSampleFor(world, tenant, operation.id);
      const text = JSON.stringify(body);
      const headers = (length: number) => [authorization(tenant.api.key), 'Content-Type: application/json', `Content-Length: ${length}`];
      await onConnection(world, async (connection) => {
        connection.write(plainText(world, operation, { headers: headers(text.length + 10), body: text }));
        if (await connection.response(500)) world.breach('A request was answered before its body had come.');
      });
      await onConnection(world, async (connection) => {
        connection.write(plainText(world, operation, { headers: headers(2), body: `{}${text}` }));
        expectAnswer(world, 'A body that is cut by its length', await connection.response(), 400, 'invalid_request');
        const second = await connection.response();
        // What follows is no request, and never becomes one.
        if (second && ![400, 408].includes(second.status)) world.breach(`What follows a body was answered with ${told(second)}.`);
      });
      if (operation.id !== 'createWebhookEndpoint' || !tenant.api.offers('listWebhookEndpoints')) return;
      const { endpoints } = bodyOf(await tenant.api.ask('listWebhookEndpoints'), 200);
      if (endpoints.length > 0) world.breach('An endpoint was made of a body that had not come whole.');
    },
  },
];

const chunked = 'Transfer-Encoding: chunked';
const ambiguous: Readonly<Record<string, readonly string[]>> = {
  'a length and chunks': ['Content-Length: 5', chunked],
  'chunks and a length': [chunked, 'Content-Length: 5'],
  'two lengths': ['Content-Length: 5', 'Content-Length: 6'],
  'a list of lengths': ['Content-Length: 5, 6'],
  'a negative length': ['Content-Length: -1'],
  'a length with a sign': ['Content-Length: +5'],
  'a length in hexadecimal': ['Content-Length: 0x5'],
  'a length with a space in it': ['Content-Length: 5 5'],
  'a length beyond all numbers': ['Content-Length: 99999999999999999999999'],
  'a coding that is not chunked': ['Transfer-Encoding: xchunked'],
  'chunked that is not the last coding': ['Transfer-Encoding: chunked, identity'],
  'chunked behind a tab': ['Content-Length: 5', 'Transfer-Encoding:\tchunked'],
  'chunked with a space before the colon': ['Content-Length: 5', 'Transfer-Encoding : chunked'],
  'chunked in a folded line': ['Content-Length: 5', 'Transfer-Encoding:\r\n chunked'],
};

/** Expects one refusal. A whole request follows the body, and must not be answered for any reading of the body's length. */
async function expectOneRefusal(world: World, { api }: Tenant, what: string, framing: readonly string[]): Promise<void> {
  const own = authorization(api.key);
  const hidden = plainText(world, plainRead(world.documents), { headers: [own] });
  const headers = [own, 'Content-Type: application/json', ...framing];
  await onConnection(world, async (connection) => {
    const operation = writingOperation(world.documents, ['placeCall']);
    connection.write(plainText(world, operation, { headers, body: `0\r\n\r\n${hidden}` }));
    expectAnswer(world, what, await connection.response(), 400, 'invalid_request');
    const second = await connection.response();
    if (second) world.breach(`${what}: the request that hid in the body was answered with ${told(second)}.`);
    else if (!(await connection.ends())) world.breach(`${what}: the connection goes on.`);
  });
}
