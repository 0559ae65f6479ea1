import { bytes, plural } from '../frame/format.ts';
import { Mark, Verbatim } from '../frame/parts.tsx';
import { byteLength, type Received } from './delivery.ts';
import { bodyLines, type DiffLine, diffLines, type Fold, fold, headerLines } from './diff.ts';

/** Compares two attempts: shows the differences, and counts the equal lines. */
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
        <Diff label="Differences of the bodies" lines={fold(diffLines(bodyLines(one), bodyLines(two)), 2)} what="line" />
      )}
    </section>
  );
}

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
