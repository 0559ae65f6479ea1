import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AnswerParser, MalformedAnswer } from '../../src/dispatch/answer-parser.ts';

/** Returns what is told of an answer that arrives in these pieces. */
function read(pieces: readonly Buffer[], isClosed = false) {
  const told: { statuses: number[]; body: string; ends: number } = { statuses: [], body: '', ends: 0 };
  const parser = new AnswerParser({
    status: (code) => void told.statuses.push(code),
    data: (bytes) => {
      told.body += bytes.toString('latin1');
    },
    end: () => {
      told.ends += 1;
    },
  });
  for (const piece of pieces) parser.take(piece);
  if (isClosed) parser.close();
  return { ...told, isDone: parser.isDone, isKept: parser.isKept, keptForMs: parser.keptForMs };
}

const text = fc.string({ maxLength: 300 }).map((each) => each.replace(/[^\x20-\x7e]/g, '.'));
const framed = fc.oneof(
  text.map((body) => ({ body, isClosed: false, bytes: `Content-Length: ${body.length}\r\n\r\n${body}` })),
  text.map((body) => ({ body, isClosed: true, bytes: `X-None: \r\n\r\n${body}` })),
  fc.array(text.filter((each) => each !== '')).map((chunks) => ({
    body: chunks.join(''),
    isClosed: false,
    bytes: `transfer-ENCODING: gzip, chunked\r\n\r\n${chunks.map((each) => `${each.length.toString(16)};a="b"\r\n${each}\r\n`).join('')}0\r\nX-Sum: 1\r\n\r\n`,
  })),
);

test('an answer says the same in whatever pieces it arrives', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 599 }).filter((status) => status !== 204 && status !== 304),
      fc.integer({ min: 0, max: 2 }),
      framed,
      fc.array(fc.nat(2_000)),
      (status, interim, { body, isClosed, bytes }, cuts) => {
        const all = Buffer.from(
          `${'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(interim)}HTTP/1.1 ${status} So\r\nDate: now\r\n${bytes}`,
          'latin1',
        );
        const places = [0, ...cuts.map((cut) => cut % all.length).sort((a, b) => a - b), all.length];
        const pieces = places.slice(1).map((end, index) => all.subarray(places[index], end));
        const told = read(pieces, isClosed);
        assert.deepEqual([told.statuses, told.body, told.ends, told.isDone, told.isKept], [[status], body, 1, true, !isClosed]);
      },
    ),
  );
});

describe('a connection is kept', () => {
  const kept: readonly (readonly [string, boolean, number | null])[] = [
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', true, null],
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n', true, null],
    ['HTTP/1.1 204\r\nKeep-Alive: max=5, timeout=7\r\n\r\n', true, 7_000],
    ['HTTP/1.1 304 \r\nContent-Length: 900\r\n\r\n', true, null],
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: Upgrade, CLOSE\r\n\r\n', false, null],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', false, null],
    ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nabc', false, null],
  ];
  for (const [bytes, isKept, keptForMs] of kept)
    test(`${isKept ? 'after' : 'not after'} ${JSON.stringify(bytes)}`, () => {
      const told = read([Buffer.from(bytes)]);
      assert.deepEqual([told.isDone, told.isKept, told.keptForMs], [true, isKept, keptForMs]);
    });
});

describe('what can be read in two ways is refused', () => {
  for (const bytes of [
    'SMTP ready',
    'HTTP/2 200 OK\r\n\r\n',
    'HTTP/1.1 200 OK\n\n',
    'HTTP/1.1 099 No\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA: b\n\r\n\r\n',
    'HTTP/1.1 200 OK\r\nA : b\r\n\r\n',
    'HTTP/1.1 200 OK\r\n folded\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1'.repeat(9)}\r\n`,
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(16_400)}`,
  ])
    test(JSON.stringify(bytes).slice(0, 90), () => {
      assert.throws(() => read([Buffer.from(bytes)]), MalformedAnswer);
    });
});

test('an answer that is cut short has no end', () => {
  for (const bytes of [
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n',
    'HTTP/1.1 2',
  ])
    assert.deepEqual(read([Buffer.from(bytes)], true).ends, 0);
});
