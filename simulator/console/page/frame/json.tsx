import { useState } from 'preact/hooks';
import { plural } from './format.ts';
import { isDigits } from './json-in.ts';

/**
 * JSON in colours. Each object and list can be folded; those that lie deep or are long are folded at first. Only what is unfolded is in the
 * page, and of that a limited part, because a body may have a hundred thousand members or levels.
 */
export function Json({ label, value }: { label: string; value: unknown }) {
  const [all, setAll] = useState<'as it is' | 'open' | 'folded'>('as it is');
  return (
    <div class="json">
      {isHolder(value) && (
        <button type="button" class="quiet" onClick={() => setAll(all === 'open' ? 'folded' : 'open')}>
          {all === 'open' ? 'Fold all' : 'Unfold all'}
        </button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it, only a mouse could scroll. */}
      <section class="raw" aria-label={label} tabIndex={0} key={all}>
        <Value
          value={value}
          depth={0}
          isOpen={(depth, count) =>
            all === 'as it is' ? depth < openDepth && count <= openCount : depth < (all === 'open' ? mostDepth : 1)
          }
        />
      </section>
    </div>
  );
}

const openDepth = 3;
const openCount = 30;
const mostDepth = 50;
const mostMembers = 1_000;

interface ValueProps {
  readonly name?: string;
  readonly value: unknown;
  readonly depth: number;
  readonly isOpen: (depth: number, count: number) => boolean;
  readonly comma?: string;
}

function Value({ name, value, depth, isOpen, comma = '' }: ValueProps) {
  const members = membersOf(value);
  const [isShown, setShown] = useState(() => members !== null && isOpen(depth, members.length));
  const key = name === undefined ? null : <span class="json-name">{JSON.stringify(name)}: </span>;
  if (members === null || members.length === 0)
    return (
      <div class="json-line">
        {key}
        <span class={kindOf(value)}>{JSON.stringify(value)}</span>
        {comma}
      </div>
    );
  const [opening, closing] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return (
    <details class="json-node" open={isShown}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the browser makes it a button, but would open it before there is anything in it. */}
      <summary
        onClick={(event) => {
          event.preventDefault();
          setShown(!isShown);
        }}
      >
        {key}
        {opening}
        <span class="json-folded">
          {plural(members.length, Array.isArray(value) ? 'item' : 'member')} {closing}
          {comma}
        </span>
      </summary>
      <div class="json-members">
        {(isShown ? members.slice(0, mostMembers) : []).map(([member, each], index) => (
          <Value
            key={index}
            {...(member === null ? {} : { name: member })}
            value={each}
            depth={depth + 1}
            isOpen={isOpen}
            comma={index < members.length - 1 ? ',' : ''}
          />
        ))}
        {isShown && members.length > mostMembers && (
          <div class="muted">… and {(members.length - mostMembers).toLocaleString('en')} more</div>
        )}
      </div>
      <span>
        {closing}
        {comma}
      </span>
    </details>
  );
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null && !isDigits(value);

/** Returns what an object or list holds, or null for another value. An item of a list has no name. */
function membersOf(value: unknown): readonly (readonly [string | null, unknown])[] | null {
  if (Array.isArray(value)) return value.map((item) => [null, item] as const);
  return isHolder(value) ? Object.entries(value) : null;
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'json-string';
  return typeof value === 'number' || isDigits(value) ? 'json-number' : 'json-word';
}
