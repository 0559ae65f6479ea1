import { bytes, plural } from '../frame/format.ts';
import { jsonIn } from '../frame/json-in.ts';
import { Mark, Verbatim } from '../frame/parts.tsx';
import { byteDiff, bytesIn, type HexRow, hexRows } from './byte-diff.ts';
import { byteLength, type Received } from './delivery.ts';
import { bodyLines, type DiffLine, diffLines, type Fold, fold, headerLines } from './diff.ts';
import { type MemberChange, memberChanges } from './member-diff.ts';

/** Compares two attempts: headers by line, bodies by member and by byte. */
export function Comparison({ one, two, names }: { one: Received; two: Received; names: readonly [string, string] }) {
  const isSame = one.bodyBase64 === two.bodyBase64;
  return (
    <section class="block" aria-label="Comparison">
      <h3>
        {names[0]} against {names[1].toLowerCase()}
      </h3>
      <h4>Headers</h4>
      <Diff label="Differences of the headers" lines={fold(diffLines(headerLines(one), headerLines(two)), 0)} what="header" />
      <h4>Body</h4>
      {isSame ? (
        <p>
          <Mark tone="good" /> Byte for byte the same, {bytes(byteLength(two))}.
        </p>
      ) : (
        <Bodies one={one} two={two} />
      )}
    </section>
  );
}

function Bodies({ one, two }: { one: Received; two: Received }) {
  const [before, after] = [jsonIn(one.body), jsonIn(two.body)];
  return (
    <>
      {before !== undefined && after !== undefined ? (
        <Members changes={memberChanges(before, after)} />
      ) : (
        <Diff label="Differences of the bodies" lines={fold(diffLines(bodyLines(one), bodyLines(two)), 2)} what="line" />
      )}
      <Bytes one={one} two={two} />
    </>
  );
}

function Members({ changes }: { changes: readonly MemberChange[] }) {
  if (changes.length === 0) return <p class="muted">The same members with the same values; only the way they are written differs.</p>;
  return (
    <ul class="plain members" aria-label="Differences by member">
      {changes.slice(0, mostMembers).map(({ path, before, after }) => (
        <li key={path}>
          <strong class="mono wrap">{path || 'the whole body'}</strong>
          <code class="diff removed">
            <span class="unseen">before: </span>
            {before ?? 'not there'}
          </code>
          <code class="diff added">
            <span class="unseen">after: </span>
            {after ?? 'not there'}
          </code>
        </li>
      ))}
      {changes.length > mostMembers && <li class="muted">and {plural(changes.length - mostMembers, 'member')} more</li>}
    </ul>
  );
}

const mostMembers = 50;

function Bytes({ one, two }: { one: Received; two: Received }) {
  const diff = byteDiff(bytesIn(one.bodyBase64), bytesIn(two.bodyBase64));
  const between = ({ length }: Uint8Array): number => length - diff.sameBefore - diff.sameAfter;
  return (
    <>
      <p>
        The first {bytes(diff.sameBefore)} are the same; then {bytes(between(diff.before))} became {bytes(between(diff.after))}; the last{' '}
        {bytes(diff.sameAfter)} are the same.
      </p>
      <Verbatim label="Differences by byte">
        <Hex {...hexRows(diff.before, diff)} kind="removed" />
        {'\n'}
        <Hex {...hexRows(diff.after, diff)} kind="added" />
      </Verbatim>
    </>
  );
}

const Hex = ({ rows, more, kind }: ReturnType<typeof hexRows> & { kind: 'removed' | 'added' }) => (
  <>
    <span class="unseen">{words[kind]}</span>
    {rows.map((row) => (
      <HexLine key={row.offset} row={row} kind={kind} />
    ))}
    {more > 0 && `… ${plural(more, 'row')} more\n`}
  </>
);

const HexLine = ({ row: { offset, cells }, kind }: { row: HexRow; kind: string }) => (
  <span class="hex">
    {offset}
    {'  '}
    {cells.map(({ hex, isDifferent }, index) => (
      <span key={index}>
        <span class={isDifferent ? `diff-byte ${kind}` : ''}>{hex}</span>{' '}
      </span>
    ))}
    {'   '.repeat(16 - cells.length)} {cells.map(({ char }) => char).join('')}
    {'\n'}
  </span>
);

interface DiffProps {
  readonly label: string;
  readonly lines: readonly (DiffLine | Fold)[];
  /** Names the compared part. */
  readonly what: string;
}

function Diff({ label, lines, what }: DiffProps) {
  if (lines.every(({ kind }) => kind === 'folded')) return <p class="muted">Only white space differs.</p>;
  return (
    <Verbatim label={label}>
      {lines.map((line, index) => (
        <span key={index} class={`diff ${line.kind}`}>
          {line.kind === 'folded' ? (
            `${plural(line.count, what)} the same`
          ) : (
            <>
              <span aria-hidden="true">{signs[line.kind]} </span>
              <span class="unseen">{words[line.kind]}</span>
              {line.text}
            </>
          )}
          {'\n'}
        </span>
      ))}
    </Verbatim>
  );
}

const signs = { same: ' ', removed: '−', added: '+' } as const;
const words = { same: '', removed: 'only before: ', added: 'only after: ' } as const;
