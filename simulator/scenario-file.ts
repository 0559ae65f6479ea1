import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isNode, LineCounter, type Node, parseDocument } from 'yaml';
import { wordsFor } from './scenario-file-words.ts';
import type { Callbacks, CallStep, NewScenario, Placement, Scenario, Scenarios } from './scenarios.ts';
import type { ScriptStep } from './script.ts';
import type { NewTextScenario, TextAnswer, TextCallbacks, TextScenario, TextScenarios, TextStep } from './text-scenarios.ts';

/**
 * Scenarios of one's own, in YAML, checked by `scenario-file.schema.json`. What is wrong is told all at once, each with
 * its line, its column and a hint.
 */
export interface WrittenFile {
  readonly scenarios: readonly NewScenario[];
  readonly texts: readonly NewTextScenario[];
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

export function readScenarioFile(text: string): WrittenFile {
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
  const at = (pointer: string): { line: number; column: number } => place(nodeAt(document.contents, pointer)?.range?.[0] ?? 0);
  if (!fits(content))
    throw new BadScenarioFile((fits.errors ?? []).map((error) => ({ ...at(pointerOf(error)), message: wordsFor(error) })));
  const { scenarios = [], texts = [] } = content as RawFile; // the schema has just said so
  const mistakes = [
    ...scenarios.flatMap((each, index) => disorderOf(each.name, statesIn(each.steps), callOrder, `/scenarios/${index}/steps`)),
    ...texts.flatMap(({ name, answer, steps = [] }, index) =>
      neverSent.has(answer) ? [] : disorderOf(name, statusesIn(steps), textOrder, `/texts/${index}/steps`),
    ),
    ...texts.flatMap(({ name, answer, code }, index) =>
      (answer === 'refused') === (code !== undefined) ? [] : [{ pointer: `/texts/${index}`, message: `${name}: ${codeGoesWithRefused}` }],
    ),
  ];
  if (mistakes.length > 0) throw new BadScenarioFile(mistakes.map(({ pointer, message }) => ({ ...at(pointer), message })));
  return { scenarios: scenarios.map(writtenCall), texts: texts.map(writtenText) };
}

const neverSent: ReadonlySet<TextAnswer['kind'] | undefined> = new Set(['error-before-accepting', 'rate-limited', 'refused']);
const codeGoesWithRefused = 'answer: refused goes with a code such as 21610, and a code with it.';

/** A file's scenarios among those of a session. */
export interface ScenarioFiles {
  /** Throws `BadScenarioFile`, `BlockTaken`. */
  add(file: string): { readonly scenarios: readonly Scenario[]; readonly texts: readonly TextScenario[] };
}

export const scenarioFilesOf = (scenarios: Scenarios, textScenarios: TextScenarios): ScenarioFiles => ({
  add(file) {
    const written = readScenarioFile(file);
    return { scenarios: scenarios.add(written.scenarios), texts: textScenarios.add(written.texts) };
  },
});

interface RawFile {
  readonly scenarios?: readonly RawScenario[];
  readonly texts?: readonly RawText[];
}

interface RawScenario {
  readonly name: string;
  readonly block?: string;
  readonly description?: string;
  readonly placement?: Placement;
  readonly callbacks?: Callbacks;
  readonly outcome?: string;
  readonly steps: readonly RawCallStep[];
}

interface RawText {
  readonly name: string;
  readonly block?: string;
  readonly description?: string;
  readonly answer?: TextAnswer['kind'];
  readonly code?: number;
  readonly callbacks?: TextCallbacks;
  readonly steps?: readonly RawTextStep[];
}

interface RawStep<Step> {
  readonly after?: string;
  readonly callback?: 'once' | 'twice' | 'never';
  readonly repeat?: number;
  readonly steps?: readonly Step[];
  readonly choose?: readonly { readonly weight?: number; readonly steps: readonly Step[] }[];
}

interface RawCallStep extends RawStep<RawCallStep> {
  readonly state?: 'ringing' | 'answered' | 'ended' | 'reported';
  readonly reason?: string;
  readonly caller?: string;
  readonly assistant?: string;
}

interface RawTextStep extends RawStep<RawTextStep> {
  readonly status?: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed';
  readonly code?: number;
  readonly reply?: string;
}

const schema: object = JSON.parse(readFileSync(new URL('scenario-file.schema.json', import.meta.url), 'utf8'));
const fits = new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile(schema);

const writtenCall = ({
  name,
  block,
  description = name,
  placement = 'accepted',
  callbacks = 'once',
  outcome = 'INTERESTED',
  steps,
}: RawScenario): NewScenario => ({ name, block: block ?? null, description, placement, callbacks, outcome, steps: steps.map(callStep) });

const writtenText = ({
  name,
  block,
  description = name,
  answer = 'accepted',
  code = 0,
  callbacks = 'once',
  steps = [],
}: RawText): NewTextScenario => ({
  name,
  block: block ?? null,
  description,
  answer: answer === 'refused' ? { kind: answer, code } : { kind: answer },
  callbacks,
  steps: steps.map(textStep),
});

const callStep = (raw: RawCallStep): CallStep => ({
  ...stepOf(raw, callStep),
  state: raw.state ?? null,
  reason: raw.reason ?? null,
  callback: raw.callback ?? null,
  lines: [
    ...(raw.caller === undefined ? [] : [{ speaker: 'User' as const, text: raw.caller }]),
    ...(raw.assistant === undefined ? [] : [{ speaker: 'AI' as const, text: raw.assistant }]),
  ],
});

const textStep = (raw: RawTextStep): TextStep => ({
  ...stepOf(raw, textStep),
  status: raw.status ?? null,
  errorCode: raw.code ?? null,
  callback: raw.callback ?? null,
  reply: raw.reply ?? null,
});

const stepOf = <Raw extends RawStep<Raw>, Step>(raw: Raw, read: (raw: Raw) => Step): ScriptStep<Step> => ({
  afterMs: raw.after === undefined ? [0, 0] : durationOf(raw.after),
  repeat: raw.repeat ?? 0,
  steps: (raw.steps ?? []).map(read),
  choices: (raw.choose ?? []).map(({ weight = 1, steps }) => ({ weight, steps: steps.map(read) })),
});

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

function durationOf(text: string): readonly [number, number] {
  const [from = 0, to = from] = text.split('..').map((part) => {
    const [, count, unit = 'ms'] = /^([\d.]+)(ms|s|m|h)$/.exec(part) ?? [];
    return Number(count) * (unitMs[unit] ?? 1);
  });
  return [from, Math.max(from, to)];
}

const callOrder = ['ringing', 'answered', 'ended', 'reported'];
const textOrder = ['queued', 'sent', 'delivered, undelivered or failed'];

/** What a schema cannot say: an order that no call and no text can have. */
function disorderOf(name: string, states: readonly string[], order: readonly string[], pointer: string) {
  const first = order[0] ?? '';
  if (states.length === 0) return [{ pointer, message: `${name} has no step that says how it is. Begin with ${first}.` }];
  const rank = (state: string): number => order.findIndex((each) => each.split(/, | or /).includes(state));
  return states.flatMap((state, index) => {
    const before = states[index - 1];
    if (before === undefined || rank(state) >= rank(before)) return [];
    return [{ pointer, message: `${name} is ${state} after it was ${before}. The order is ${order.join(', ')}.` }];
  });
}

const statesIn = (steps: readonly RawCallStep[]): readonly string[] => flat<RawCallStep>(steps).flatMap(({ state }) => state ?? []);
const statusesIn = (steps: readonly RawTextStep[]): readonly string[] => flat<RawTextStep>(steps).flatMap(({ status }) => status ?? []);

/** Of the choices, each way by itself would have to be looked at: only the first is. */
const flat = <Raw extends RawStep<Raw>>(steps: readonly Raw[]): readonly Raw[] =>
  steps.flatMap((step) => [step, ...flat<Raw>(step.steps ?? []), ...flat<Raw>(step.choose?.[0]?.steps ?? [])]);

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
