import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { once } from '../src/contract/documents.ts';
import { BadFile } from './bad-file.ts';
import { placedFile, placeOf } from './placed-file.ts';
import { wordsFor } from './placed-file-words.ts';
import type { Callbacks, CallStep, NewScenario, Placement, Scenario, Scenarios } from './scenarios.ts';
import type { ScriptStep } from './script.ts';
import type { NewTextScenario, TextAnswer, TextCallbacks, TextScenario, TextScenarios, TextStep } from './text-scenarios.ts';

/**
 * A file of own scenarios in YAML, checked by `scenario-file.schema.json`. All problems are reported at once, each with
 * its line, its column and a hint.
 */
export interface WrittenFile {
  readonly scenarios: readonly NewScenario[];
  readonly texts: readonly NewTextScenario[];
}

export function readScenarioFile(text: string): WrittenFile {
  const file = placedFile(text);
  const { content } = file;
  const fits = validator();
  if (!fits(content)) throw new BadFile((fits.errors ?? []).map((error) => ({ ...placeOf(error, file), message: wordsFor(error) })));
  const { scenarios = [], texts = [] } = content as RawFile; // The schema has just checked this.
  const mistakes = [
    ...backwardRanges(content, ''),
    ...namedTwice(scenarios, '/scenarios'),
    ...namedTwice(texts, '/texts'),
    ...scenarios.flatMap((each, index) => disorderOf(each.name, statesIn(each.steps), callOrder, `/scenarios/${index}/steps`)),
    ...texts.flatMap(({ name, answer, steps = [] }, index) =>
      neverSent.has(answer) ? [] : disorderOf(name, statusesIn(steps), textOrder, `/texts/${index}/steps`),
    ),
    ...texts.flatMap(({ name, answer, code }, index) =>
      (answer === 'refused') === (code !== undefined) ? [] : [{ pointer: `/texts/${index}`, message: `${name}: ${codeGoesWithRefused}` }],
    ),
  ];
  if (mistakes.length > 0) throw new BadFile(mistakes.map(({ pointer, message }) => ({ ...file.at(pointer), message })));
  return { scenarios: scenarios.map(writtenCall), texts: texts.map(writtenText) };
}

const neverSent: ReadonlySet<TextAnswer['kind'] | undefined> = new Set(['error-before-accepting', 'rate-limited', 'refused']);
const codeGoesWithRefused = 'answer: refused goes with a code such as 21610, and a code with it.';

/** Adds a file's scenarios to those of a session. */
export interface ScenarioFiles {
  /** Throws `BadFile`, `BlockTaken`, and then has added nothing. */
  add(file: string): { readonly scenarios: readonly Scenario[]; readonly texts: readonly TextScenario[] };
}

export const scenarioFilesOf = (scenarios: Scenarios, textScenarios: TextScenarios): ScenarioFiles => ({
  add(file) {
    const written = readScenarioFile(file);
    const [addCalls, addTexts] = [scenarios.toAdd(written.scenarios), textScenarios.toAdd(written.texts)];
    return { scenarios: addCalls(), texts: addTexts() };
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

const schema = (): object => JSON.parse(readFileSync(new URL('scenario-file.schema.json', import.meta.url), 'utf8'));
/** Compiled when a file is first read. */
const validator = once(() => new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile(schema()));

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
  return [from, to];
}

/** Returns reversed ranges such as `5s..2s`. */
function backwardRanges(value: unknown, pointer: string): readonly { pointer: string; message: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = `${pointer}/${name}`;
    if (name !== 'after' || typeof inner !== 'string') return backwardRanges(inner, here);
    const [from, to] = durationOf(inner);
    return to < from ? [{ pointer: here, message: `${inner} ends before it begins. Write the shorter time first.` }] : [];
  });
}

/** Returns names that an earlier scenario of the file has. */
const namedTwice = (written: readonly { readonly name: string }[], pointer: string) =>
  written.flatMap(({ name }, index) =>
    written.findIndex((each) => each.name === name) === index
      ? []
      : [{ pointer: `${pointer}/${index}/name`, message: `${name} is the name of another one above.` }],
  );

const callOrder = ['ringing', 'answered', 'ended', 'reported'];
const textOrder = ['queued', 'sent', 'delivered, undelivered or failed'];

/** Returns orders of states that no call or text can have, which a schema cannot express. */
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

/**
 * Returns the steps with the steps inside them. Of choices only the first is checked, since each combination would need
 * a check of its own.
 */
const flat = <Raw extends RawStep<Raw>>(steps: readonly Raw[]): readonly Raw[] =>
  steps.flatMap((step) => [step, ...flat<Raw>(step.steps ?? []), ...flat<Raw>(step.choose?.[0]?.steps ?? [])]);
