import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showLoad } from '../../cli/judges/load-progress.ts';
import { textWidth } from '../../cli/parts/table.ts';
import type { LoadProgress } from '../../tools/load/progress.ts';

const progress = (differs: Partial<LoadProgress> = {}): LoadProgress => ({
  doing: 'even',
  seconds: 12,
  lasts: { part: 0.4, seconds: 30 },
  counts: { sent: 480, answered: 470, refused: 2, failed: 0, dropped: 0, held: 0 },
  underWay: 3,
  asked: 40,
  accepted: 220,
  ended: 215,
  delivered: 210,
  owed: 10,
  p95: [
    ['call.accept', 45.04],
    ['event.accept', 9876],
    ['webhook.lag', 130],
  ],
  ...differs,
});
const answeredBy = (seconds: number, answered: number): LoadProgress => progress({ seconds, counts: { ...progress().counts, answered } });

/** A terminal that knows what the view writes: new lines, the return to the first column, the cursor upwards, and clearing below it. */
class Terminal {
  readonly isTTY = true;
  readonly columns: number;
  readonly rows: number;
  readonly lines = ['$ ringpost load', ''];
  #row = 1;

  constructor(columns = 80, rows = 24) {
    this.columns = columns;
    this.rows = rows;
  }

  write(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape code begins with one.
    for (const [token, up, below] of text.matchAll(/\u001b\[(\d+)A|\u001b\[(J)|[^\u001b]|\u001b/g)) {
      if (up !== undefined) this.#row -= Number(up);
      else if (below !== undefined) this.lines.splice(this.#row, Infinity, '');
      else if (token === '\n') this.lines[++this.#row] ??= '';
      else if (token !== '\r') this.#put(token);
    }
  }

  #put(character: string): void {
    assert.match(character, /\P{Cc}/u, 'no other control character is written');
    const line = this.lines[this.#row] + character;
    // The last column stays free, because a terminal may move the cursor to the next line once it is written.
    assert.ok(textWidth(line) < this.columns, `${line} would be broken`);
    this.lines[this.#row] = line;
  }
}

test('on a terminal a run is a view of five lines', () => {
  const terminal = new Terminal();
  const view = showLoad(terminal, 'Smoke');
  view.progress(answeredBy(11, 432));
  view.progress(answeredBy(12, 470));
  assert.deepEqual(terminal.lines, [
    '$ ringpost load',
    'Smoke',
    'phase     ████████░░░░░░░░░░░░ 40 % of 30 s, even',
    'rate      answered 38.0/s of 40.0/s asked, in flight 3',
    'requests  sent 480, accepted 220, refused 2',
    'account   ended 215, delivered 210, owed 10',
    'p95       accept call 45.0 ms, event 9876 ms; webhook lag 130 ms',
    '',
  ]);
  const counts = { ...progress().counts, failed: 1, dropped: 2, held: 3 };
  view.progress(progress({ doing: 'reading the record', lasts: null, asked: null, counts, p95: [] }));
  assert.deepEqual(terminal.lines.slice(2), [
    'phase     reading the record',
    'rate      answered 38.0/s, in flight 3',
    'requests  sent 480, accepted 220, refused 2, failed 1, dropped 2, held 3',
    'account   ended 215, delivered 210, owed 10',
    'p95       nothing yet',
    '',
  ]);
});

test('the view overwrites nothing but its own lines, however narrow the terminal is', () => {
  for (const columns of [20, 40, 80]) {
    const terminal = new Terminal(columns);
    const view = showLoad(terminal, 'Soak');
    view.said('Before');
    for (const doing of ['a', '電話'.repeat(50), 'b\u001b[9A\r\nc', 'd']) view.progress(progress({ doing }));
    view.said('Between');
    assert.match(terminal.lines[4] ?? '', /^phase/, 'the view is there again below what was said');
    view.progress(progress());
    view.said('After');
    assert.deepEqual(terminal.lines.slice(0, 5), ['$ ringpost load', 'Soak', 'Before', 'Between', 'After']);
    const names = terminal.lines.slice(5).map((line) => line.split(' ')[0]);
    assert.deepEqual(names, ['phase', 'rate', 'requests', 'account', 'p95', '']);
  }
});

test('without a terminal, or on one that is too low, a run is a line every five seconds', () => {
  for (const shape of [{}, { isTTY: true, rows: 5 }]) {
    const written: string[] = [];
    const view = showLoad({ ...shape, write: (text) => written.push(text) }, 'Smoke');
    for (const seconds of [0, 0.25, 4.75, 5, 9.75, 10]) view.progress(answeredBy(seconds, 40 * seconds));
    view.said('No more is sent.');
    const line = (seconds: string, rate: string): string =>
      `${seconds} s  phase 40 % of 30 s, even; rate answered ${rate}/s of 40.0/s asked, in flight 3; requests sent 480, accepted 220, refused 2; account ended 215, delivered 210, owed 10; p95 accept call 45.0 ms, event 9876 ms; webhook lag 130 ms\n`;
    assert.deepEqual(written, ['Smoke\n', line('   0', '0.0'), line('   5', '40.0'), line('  10', '40.0'), 'No more is sent.\n']);
  }
});
