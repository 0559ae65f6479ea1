import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isNode, LineCounter, type Node, parseDocument } from 'yaml';
import { objectAt } from './json.ts';
import type { Callbacks, Placement, ScriptStep } from './scenarios.ts';

/**
 * Scenarios of one's own, in YAML, checked by `scenario-file.schema.json`. What is wrong is told all at once, each with
 * its line, its column and a hint.
 */
export interface WrittenScenario {
  readonly name: string;
  /** Null: the first free one. */
  readonly block: string | null;
  readonly description: string;
  readonly placement: Placement;
  readonly callbacks: Callbacks;
  readonly outcome: string;
  readonly steps: readonly ScriptStep[];
}

export interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export class BadScenarioFile extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(mistakes: readonly Mistake[]) {
    super(mistakes.map(({ line, column, message }) => `line ${line}, column ${column}: ${message}`).join('\n'));
    this.mistakes = mistakes;
  }
}

export function readScenarioFile(text: string): readonly WrittenScenario[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  if (document.errors.length > 0)
    throw new BadScenarioFile(
      document.errors.map(({ pos, message }) => ({ ...place(pos[0]), message: message.split('\n')[0] ?? message })),
    );
  const content: unknown = document.toJS();
  const at = (pointer: string): { line: number; column: number } => {
    const node = nodeAt(document.contents, pointer);
    return place(node?.range?.[0] ?? 0);
  };
  if (!fits(content))
    throw new BadScenarioFile(
      (fits.errors ?? []).filter(tellsMore).map((error) => ({ ...at(pointerOf(error)), message: wordsFor(error) })),
    );
  const scenarios = (content as { scenarios: readonly RawScenario[] }).scenarios; // the schema has just said so
  const mistakes = scenarios.flatMap((each, index) => mistakesOf(each).map((message) => ({ ...at(`/scenarios/${index}/steps`), message })));
  if (mistakes.length > 0) throw new BadScenarioFile(mistakes);
  return scenarios.map(written);
}

interface RawScenario {
  readonly name: string;
  readonly block?: string;
  readonly description?: string;
  readonly placement?: Placement;
  readonly callbacks?: Callbacks;
  readonly outcome?: string;
  readonly steps: readonly RawStep[];
}

interface RawStep {
  readonly after?: string;
  readonly state?: 'ringing' | 'answered' | 'ended' | 'reported';
  readonly reason?: string;
  readonly callback?: 'once' | 'twice' | 'never';
  readonly caller?: string;
  readonly assistant?: string;
  readonly repeat?: number;
  readonly steps?: readonly RawStep[];
  readonly choose?: readonly { readonly weight?: number; readonly steps: readonly RawStep[] }[];
}

const schema: object = JSON.parse(readFileSync(new URL('scenario-file.schema.json', import.meta.url), 'utf8'));
const fits = new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile(schema);

const written = ({
  name,
  block,
  description = name,
  placement = 'accepted',
  callbacks = 'once',
  outcome = 'INTERESTED',
  steps,
}: RawScenario): WrittenScenario => ({
  name,
  block: block ?? null,
  description,
  placement,
  callbacks,
  outcome,
  steps: steps.map(stepOf),
});

function stepOf(raw: RawStep): ScriptStep {
  return {
    afterMs: raw.after === undefined ? [0, 0] : durationOf(raw.after),
    state: raw.state ?? null,
    reason: raw.reason ?? null,
    callback: raw.callback ?? null,
    lines: [
      ...(raw.caller === undefined ? [] : [{ speaker: 'User' as const, text: raw.caller }]),
      ...(raw.assistant === undefined ? [] : [{ speaker: 'AI' as const, text: raw.assistant }]),
    ],
    repeat: raw.repeat ?? 0,
    steps: (raw.steps ?? []).map(stepOf),
    choices: (raw.choose ?? []).map(({ weight = 1, steps }) => ({ weight, steps: steps.map(stepOf) })),
  };
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function durationOf(text: string): readonly [number, number] {
  const [from = 0, to = from] = text.split('..').map((part) => {
    const [, count, unit = 'ms'] = /^([\d.]+)(ms|s|m|h)$/.exec(part) ?? [];
    return Number(count) * (unitMs[unit] ?? 1);
  });
  return [from, Math.max(from, to)];
}

/** What a schema cannot say: an order that no call can have. */
function mistakesOf({ name, steps }: RawScenario): readonly string[] {
  const states = flat(steps);
  if (states.length === 0) return [`${name} has no step with a state. Begin with {state: ringing}.`];
  const order = ['ringing', 'answered', 'ended', 'reported'];
  return states.flatMap((state, index) => {
    const before = states[index - 1];
    if (before === undefined || order.indexOf(state) >= order.indexOf(before)) return [];
    return [`${name} is ${state} after it was ${before}. The order is ${order.join(', ')}.`];
  });
}

/** Of the choices, each way by itself would have to be looked at: only the first is. */
const flat = (steps: readonly RawStep[]): readonly string[] =>
  steps.flatMap(({ state, steps: inner = [], choose = [] }) => [
    ...(state ? [state] : []),
    ...flat(inner),
    ...flat(choose[0]?.steps ?? []),
  ]);

function nodeAt(root: unknown, pointer: string): Node | null {
  let here: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    const next: unknown = (here as { get?: (key: unknown, keep: true) => unknown } | null)?.get?.(
      /^\d+$/.test(part) ? Number(part) : part,
      true,
    );
    if (!isNode(next)) break;
    here = next;
  }
  return isNode(here) ? here : null;
}

/** The property itself where one is too many. */
const pointerOf = ({ instancePath, keyword, params }: ErrorObject): string =>
  keyword === 'additionalProperties' ? `${instancePath}/${params['additionalProperty']}` : instancePath;

const tellsMore = ({ keyword }: ErrorObject): boolean => keyword !== 'if';

function wordsFor(error: ErrorObject): string {
  const name =
    error.instancePath
      .split('/')
      .filter((part) => !/^\d*$/.test(part))
      .at(-1) ?? 'The file';
  switch (error.keyword) {
    case 'additionalProperties': {
      const given = String(error.params['additionalProperty']);
      return `there is no ${given} here.${meant(given, propertiesBeside(error))}`;
    }
    case 'enum': {
      const values: readonly unknown[] = error.params['allowedValues'];
      return `${name} takes ${values.join(', ')}.`;
    }
    case 'required':
      return `${String(error.params['missingProperty'])} is missing.`;
    case 'dependentRequired':
      return `${String(error.params['property'])} goes with ${String(error.params['missingProperty'])}, which is missing.`;
    case 'pattern':
      if (name === 'after') return 'after takes a length of time such as 500ms, 2s, 5m or 2s..6s.';
      if (name === 'block') return "block takes three digits in quotes, such as '900'.";
      return `${name} ${error.message}.`;
    default:
      return `${name} ${error.message ?? 'does not hold'}.${name === 'block' ? " Write it in quotes: '900'." : ''}`;
  }
}

const propertiesBeside = ({ parentSchema }: ErrorObject): readonly string[] => Object.keys(objectAt(parentSchema, 'properties') ?? {});

function meant(given: string, known: readonly string[]): string {
  const nearest = known.toSorted((a, b) => distance(given, a) - distance(given, b))[0];
  return nearest !== undefined && distance(given, nearest) <= Math.max(2, given.length / 3)
    ? ` Did you mean ${nearest}?`
    : ` There are ${known.join(', ')}.`;
}

/** Letters to change, leave out or put in. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length] ?? 0;
}
