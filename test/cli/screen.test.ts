import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screenFor } from '../../cli/parts/screen.ts';
import { type Column, tableLines, textWidth } from '../../cli/parts/table.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}
const columns: readonly Column<Row>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'NAME', value: ({ name }) => name, shrinks: true },
  { title: 'COUNT', value: ({ count }) => count, right: true, tone: ({ count }) => (count > 1 ? 'good' : 'plain') },
];
const rows: readonly Row[] = [
  { id: 'ten_1', name: 'A very long name that no narrow terminal can hold', count: 1 },
  { id: 'ten_2', name: '東京', count: 20 },
];
const plain = { paint: (text: string) => text, width: null };

/** A stream that keeps what is written to it. */
const out = (parts: { isTTY?: boolean; columns?: number } = {}) => {
  const written: string[] = [];
  return { ...parts, written, write: (text: string) => written.push(text) };
};

test('a table is aligned, numbers to the right, and whole where its lines may be long', () => {
  assert.deepEqual(tableLines(rows, columns, plain), [
    'ID     NAME                                               COUNT',
    'ten_1  A very long name that no narrow terminal can hold      1',
    'ten_2  東京                                                  20',
  ]);
});

test('a name keeps its joiners, and loses what moves the cursor or turns the line', () => {
  const names = ['می\u200cخواهم', '👩\u200d👧', 'a\u001b[2J\u202eb'];
  const shown = tableLines(
    names,
    [
      { title: 'NAME', value: (name) => name },
      { title: 'X', value: () => 'x' },
    ],
    plain,
  );
  assert.deepEqual(shown.slice(1), ['می\u200cخواهم  x', '👩\u200d👧       x', 'a�[2J�b  x']);
});

test('a table may have very many rows', () => {
  const many = Array.from({ length: 200_000 }, () => ({ id: 'ten_1', name: 'One', count: 1 }));
  assert.equal(tableLines(many, columns, plain).length, 200_001);
});

test('on a narrow terminal the columns that may shrink do, and ids stay whole', () => {
  const lines = tableLines(rows, columns, { ...plain, width: 30 });
  assert.deepEqual(lines, ['ID     NAME              COUNT', 'ten_1  A very long nam…      1', 'ten_2  東京                 20']);
  for (const line of lines) assert.equal(textWidth(line), 30);
});

test('colour stands around the text, not around the space beside it, and only on a terminal without NO_COLOR', () => {
  const env = process.env['NO_COLOR'];
  const term = process.env['TERM'];
  process.env['TERM'] = 'xterm';
  delete process.env['NO_COLOR'];
  const terminal = out({ isTTY: true, columns: 80 });
  screenFor(terminal, out()).table(rows, columns, '');
  assert.ok(terminal.written.join('').endsWith('    \u001b[32m20\u001b[0m\n'));
  process.env['NO_COLOR'] = '1';
  const colourless = out({ isTTY: true, columns: 80 });
  screenFor(colourless, out()).table(rows, columns, '');
  assert.ok(!colourless.written.join('').includes('\u001b'));
  if (env === undefined) delete process.env['NO_COLOR'];
  else process.env['NO_COLOR'] = env;
  if (term === undefined) delete process.env['TERM'];
  else process.env['TERM'] = term;
});

test('what tenants wrote is one line without control characters', () => {
  const [, line] = tableLines([{ id: 'a\nb\tc', name: '\u001b[31mred\u0007\u202e', count: 1 }], columns, plain);
  assert.equal(line, 'a b c  \ufffd[31mred\ufffd\ufffd      1');
});

test('progress is written over on a terminal, and is a line each time elsewhere', () => {
  const piped = out();
  const beside = screenFor(out(), piped);
  beside.progress('1 of 2');
  beside.progress('2 of 2');
  assert.deepEqual(piped.written, ['1 of 2\n', '2 of 2\n']);
  const terminal = out({ isTTY: true });
  const screen = screenFor(out(), terminal);
  screen.progress('1 of 2');
  screen.progress('2 of 2');
  screen.fields({ state: 'done' });
  assert.deepEqual(terminal.written, ['\r\u001b[2K1 of 2', '\r\u001b[2K2 of 2', '\n']);
});

test('a note has lines and no control characters, whoever wrote it', () => {
  const beside = out();
  screenFor(out(), beside).note('User: hello\u001b[2J\n\tAI: \u009b31mbye\r');
  assert.deepEqual(beside.written, ['User: hello�[2J\n\tAI: �31mbye�\n']);
});
