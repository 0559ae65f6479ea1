import { isObject } from './document.ts';

/** The way in which a language writes JSON values in its own code. */
interface Notation {
  readonly object: readonly [open: string, close: string];
  readonly emptyObject: string;
  readonly entry: (name: string, value: string) => string;
  readonly text: (text: string) => string;
  readonly word: (value: boolean | null) => string;
  readonly indent: number;
}

const singleQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

export const notations = {
  typescript: {
    object: ['{ ', ' }'],
    emptyObject: '{}',
    entry: (name, value) => `${/^[A-Za-z_]\w*$/.test(name) ? name : singleQuoted(name)}: ${value}`,
    text: (text) => singleQuoted(text).replaceAll('\n', '\\n'),
    word: String,
    indent: 2,
  },
  python: {
    object: ['{', '}'],
    emptyObject: '{}',
    entry: (name, value) => `${JSON.stringify(name)}: ${value}`,
    text: (text) => JSON.stringify(text),
    word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
    indent: 4,
  },
  php: {
    object: ['[', ']'],
    emptyObject: '(object) []',
    entry: (name, value) => `${singleQuoted(name)} => ${value}`,
    text: singleQuoted,
    word: String,
    indent: 4,
  },
} as const satisfies Readonly<Record<string, Notation>>;

/** Writes a JSON value. What fits stays on one line; the lines of all else begin with `column` spaces, and more inside. */
export function literal(value: unknown, notation: Notation, column = 0, isInside = false): string {
  const inside = (each: unknown): string => literal(each, notation, column + notation.indent, true);
  if (Array.isArray(value)) return enclosed(value.map(inside), ['[', ']'], notation, column, isInside);
  if (isObject(value)) {
    const parts = Object.entries(value).map(([name, each]) => notation.entry(name, inside(each)));
    return parts.length === 0 ? notation.emptyObject : enclosed(parts, notation.object, notation, column, isInside);
  }
  if (typeof value === 'string') return notation.text(value);
  return typeof value === 'boolean' || value === null ? notation.word(value) : String(value);
}

function enclosed(
  parts: readonly string[],
  [open, close]: readonly [string, string],
  { indent }: Notation,
  column: number,
  mayFit: boolean,
): string {
  const line = `${open}${parts.join(', ')}${close}`;
  if (mayFit && line.length <= longestLine && !line.includes('\n')) return line;
  const lines = parts.map((part) => `\n${' '.repeat(column + indent)}${part},`);
  return `${open.trim()}${lines.join('')}\n${' '.repeat(column)}${close.trim()}`;
}

const longestLine = 70;
