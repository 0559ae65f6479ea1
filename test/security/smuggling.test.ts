import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorOfFile, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';
import { rawConnection } from '../support/socket.ts';

/**
 * Messages whose end can be seen in two places, each with a whole request behind the nearer one. Whoever stands before us
 * may have taken it for a body: nobody may answer it, nothing may come of it, and the connection must end. Group M of
 * `tools/conformance` judges other deployments by much the same; here both listeners are tried, and what was done is counted.
 */

const context = await contextOfFile();
const server = await publicOfFile(context);
const operator = await operatorOfFile(context);
const limits = { readsPerMinute: 10_000, writesPerMinute: 10_000 };
const key = (await apiKey(context, (await tenant(context, { limits })).id)).text;
const others = server.api.with((await apiKey(context, (await tenant(context, { limits })).id)).text);

const chunked = 'Transfer-Encoding: chunked';
/** Framings that have no one meaning. */
const framings: Readonly<Record<string, readonly string[]>> = {
  'a length and chunks': ['Content-Length: 5', chunked],
  'chunks and a length': [chunked, 'Content-Length: 5'],
  'two lengths': ['Content-Length: 5', 'Content-Length: 6'],
  'the same length twice': ['Content-Length: 5', 'Content-Length: 5'],
  'a list of one length twice': ['Content-Length: 5, 5'],
  'a length with a space in it': ['Content-Length: 5 5'],
  'a length with a sign': ['Content-Length: +5'],
  'a length in hexadecimal': ['Content-Length: 0x5'],
  'a length with a space before the colon': ['Content-Length : 5'],
  'a length beyond all numbers': ['Content-Length: 18446744073709551621'],
  'an empty length': ['Content-Length:'],
  'chunked twice, and a length': [chunked, chunked, 'Content-Length: 5'],
  'chunked and then identity': [chunked, 'Transfer-Encoding: identity'],
  'chunked before another coding': ['Transfer-Encoding: chunked, gzip'],
  'a coding that only looks like chunked': ['Transfer-Encoding: xchunked'],
  'chunked in quotes': ['Transfer-Encoding: "chunked"'],
  'chunked with a parameter': ['Transfer-Encoding: chunked;q=1'],
  'chunked behind a tab, and a length': ['Transfer-Encoding:\tchunked', 'Content-Length: 5'],
  'chunked behind a vertical tab': ['Transfer-Encoding: \u000bchunked'],
  'chunked behind a NUL': ['Transfer-Encoding: \0chunked'],
  'chunked before a NUL': ['Transfer-Encoding: chunked\0'],
  'chunked with a space before the colon': ['Transfer-Encoding : chunked'],
  'chunked in a folded line': ['Transfer-Encoding:\r\n chunked'],
  'a length in a folded line': ['X: a\r\n Content-Length: 5'],
  'chunked behind a bare LF': ['X: a\nTransfer-Encoding: chunked'],
  'chunked behind a bare CR': ['X: a\rTransfer-Encoding: chunked'],
  'chunked in capitals, and a length': ['TRANSFER-ENCODING: CHUNKED', 'Content-Length: 5'],
};

/** Chunks that can be read in two ways; what is hidden comes after the nearer end. */
const chunks: Readonly<Record<string, string>> = {
  'a size that is no number': 'zz\r\n\r\n',
  'a size with a prefix': '0x0\r\n\r\n',
  'a size with a sign': '-1\r\n\r\n',
  'a size beyond all numbers': 'ffffffffffffffff0\r\n\r\n',
  'a space before the size': ' 0\r\n\r\n',
  'a size that ends in a bare LF': '0\n\n',
  'an extension with a bare LF in it': '0;a\nb\r\n\r\n',
  'an extension with a bare CR in it': '0;a\rb\r\n\r\n',
  'data longer than its size': '1\r\nabc\r\n0\r\n\r\n',
  'data that ends in a bare LF': '1\r\na\n0\r\n\r\n',
  'a trailer with a space in its name': '0\r\nX Y: 1\r\n\r\n',
};

interface Listener {
  readonly path: string;
  readonly port: () => number;
  readonly credentials: () => string;
  /** What the hidden request would make, and of what how many there are. */
  readonly hidden: string;
  readonly table: string;
}

const listeners: Readonly<Record<string, Listener>> = {
  public: {
    path: '/api/v1/public/webhooks',
    port: () => server.port,
    credentials: () => key,
    hidden: '{"name":"Hidden","url":"https://crm.example.org/"}',
    table: 'webhook_endpoints',
  },
  operator: {
    path: '/api/v1/operator/tenants',
    port: () => operator.port,
    credentials: () => context.config.operatorToken,
    hidden: '{"name":"Hidden"}',
    table: 'tenants',
  },
};

const head = ({ path, credentials }: Listener, headers: readonly string[], version = '1.1'): string =>
  [
    `POST ${path} HTTP/${version}`,
    'Host: localhost',
    `Authorization: Bearer ${credentials()}`,
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');

const hiddenIn = (listener: Listener): string => head(listener, [`Content-Length: ${listener.hidden.length}`]) + listener.hidden;

async function count({ table }: Listener): Promise<number> {
  const [row] = await context.db.knex(table).count<{ count: string }[]>('* as count');
  return Number(row?.count);
}

for (const [name, listener] of Object.entries(listeners)) {
  const refusedOnce = async (what: string, message: string): Promise<void> => {
    const before = await count(listener);
    const connection = await rawConnection(listener.port());
    connection.write(message);
    const meanwhile = others.get('/agents');
    const response = await connection.response();
    assert.equal(response?.status, 400, `${what}: ${response?.body}`);
    assert.equal(JSON.parse(response.body).error.code, 'invalid_request', what);
    assert.equal((await meanwhile).status, 200, 'others are answered meanwhile');
    assert.equal(await connection.response(), null, `${what}: nothing more is answered, and the connection ends`);
    assert.equal(await count(listener), before, `${what}: nothing was made`);
  };

  test(`on the ${name} listener a message that is framed in two ways is refused, and what hides in it is not done`, async () => {
    for (const [what, framing] of Object.entries(framings))
      await refusedOnce(what, `${head(listener, framing)}0\r\n\r\n${hiddenIn(listener)}`);
  });

  test(`on the ${name} listener a chunk that can be read in two ways is refused, and what hides behind it is not done`, async () => {
    for (const [what, chunk] of Object.entries(chunks))
      await refusedOnce(what, `${head(listener, [chunked])}${chunk}${hiddenIn(listener)}`);
  });

  test(`on the ${name} listener nothing that follows a message of HTTP/1.0 is read`, async () => {
    for (const framing of [chunked, 'Content-Length: 2']) {
      const before = await count(listener);
      const connection = await rawConnection(listener.port());
      connection.write(`${head(listener, [framing], '1.0')}{}${hiddenIn(listener)}`);
      assert.equal((await connection.response())?.status, 400, framing);
      assert.equal(await connection.response(), null, framing);
      assert.equal(await count(listener), before, framing);
    }
  });
}
