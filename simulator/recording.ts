import { documentedEnding } from '../src/contract/ended-reasons.ts';
import { at, textAt } from './json.ts';
import { otherWords } from './other-words.ts';
import { writtenScenario } from './written-scenario.ts';

/** The callbacks of a real call, of which a scenario is made. */
export interface Recording {
  /** Takes a callback's body. From the report on it returns the scenario's file, after each callback anew: some come twice, or late. */
  take(body: unknown, at: Date): { readonly name: string; readonly text: string } | null;
}

const order = ['ringing', 'in-progress', 'ended', 'reported'] as const;
type State = (typeof order)[number];

interface Came {
  readonly state: State;
  readonly ms: number;
}

export function newRecording(placedAt: Date): Recording {
  const came: Came[] = [];
  let report: unknown = null;
  return {
    take(body, at) {
      const state = stateOf(body);
      if (state === null) return null;
      came.push({ state, ms: at.getTime() - placedAt.getTime() });
      if (state === 'reported') report ??= body;
      return report === null ? null : fileOf(report, came, placedAt);
    },
  };
}

function stateOf(body: unknown): State | null {
  const [type, status] = [textAt(body, 'message', 'type'), textAt(body, 'message', 'status')];
  if (type === 'end-of-call-report') return 'reported';
  return type === 'status-update' ? (order.find((state) => state === status) ?? null) : null;
}

function fileOf(report: unknown, came: readonly Came[], placedAt: Date) {
  const id = inReport(report, 'call', 'id') ?? 'call';
  // An id may begin with the minute in which it was made.
  const name = `as-${id.replaceAll(/[^a-z0-9]/g, '').slice(-8)}`;
  const transcript = transcriptIn(report);
  const callbacks = callbacksOf(came);
  const text = writtenScenario({
    name,
    description: 'As the callbacks of a real call came; its words are replaced.',
    placement: 'accepted',
    callbacks,
    outcome: codeIn(/^[A-Z][A-Z0-9_]*$/, inReport(report, 'analysis', 'structuredData', 'outcome')),
    endedReason: codeIn(/^[a-z][a-z0-9.-]*$/, ofCall(report, 'endedReason')),
    transcript: transcript && otherWords(transcript),
    steps: stepsOf(report, came, placedAt).map(({ state, ms }) => {
      const times = came.filter((each) => each.state === state).length;
      const callback = times === 0 ? 'never' : times > 1 && callbacks === 'once' ? 'twice' : null;
      return { state, storySeconds: ms / 1_000, callback };
    }),
  });
  return { name: `${name}.yaml`, text };
}

const inReport = (report: unknown, ...path: readonly string[]): string | null => textAt(report, 'message', ...path);
/** Reads what the message has, or else its call. */
const ofCall = (report: unknown, name: string): string | null => inReport(report, name) ?? inReport(report, 'call', name);

/** Prefers the messages, because an assistant's plan may name the speakers of the transcript otherwise, or keep none. */
function transcriptIn(report: unknown): string | null {
  const messages = at(report, 'message', 'artifact', 'messages');
  const turns = (Array.isArray(messages) ? messages : []).flatMap((message) => {
    const [speaker, said] = [speakers.get(textAt(message, 'role') ?? ''), textAt(message, 'message')];
    return speaker && said ? [`${speaker}: ${said.replaceAll(/\s*\n(?=\s*(?:AI|User):)/g, ' ')}`] : [];
  });
  // Where nobody else has spoken, the assistant may have spoken to nobody.
  return turns.some((turn) => turn.startsWith('User'))
    ? turns.join('\n')
    : (inReport(report, 'artifact', 'transcript') ?? inReport(report, 'transcript'));
}

const speakers = new Map([
  ['bot', 'AI'],
  ['assistant', 'AI'],
  ['user', 'User'],
]);

function callbacksOf(came: readonly Came[]): 'once' | 'twice' | 'backwards' {
  const states = [...new Set(came.map(({ state }) => state))];
  if (states.every((state) => came.filter((each) => each.state === state).length > 1)) return 'twice';
  const isBackwards = states.length > 1 && states.every((state, index) => index === 0 || rank(state) < rank(states[index - 1] ?? state));
  return isBackwards ? 'backwards' : 'once';
}

const rank = (state: State): number => order.indexOf(state);

/** Returns the states that the call was in, each at the latest with the one after it, also those whose callback was lost. */
function stepsOf(report: unknown, came: readonly Came[], placedAt: Date): readonly Came[] {
  const msOf = (state: State): number | undefined => came.find((each) => each.state === state)?.ms;
  const reportedMs = (time: string | null): number | undefined => {
    const ms = Date.parse(time ?? '') - placedAt.getTime();
    return Number.isNaN(ms) ? undefined : Math.max(0, ms);
  };
  const unlessTold: Readonly<Partial<Record<State, number>>> = {
    ended: reportedMs(ofCall(report, 'endedAt')) ?? Number.POSITIVE_INFINITY,
    ...(wasAnswered(report) && { 'in-progress': reportedMs(ofCall(report, 'startedAt')) ?? msOf('ringing') ?? 0 }),
  };
  let latest = Number.POSITIVE_INFINITY;
  const steps = order.toReversed().flatMap((state): Came[] => {
    const told = msOf(state);
    const ms = told !== undefined && told <= latest ? told : (unlessTold[state] ?? told);
    if (ms === undefined) return [];
    latest = Math.min(ms, latest);
    return [{ state, ms: latest }];
  });
  return steps.toReversed();
}

/** Tells if there was a conversation. Reports of calls that nobody answered have a `startedAt` too. */
function wasAnswered(report: unknown): boolean {
  if (transcriptIn(report)?.trim()) return true;
  const [reason, startedAt] = [ofCall(report, 'endedReason') ?? '', ofCall(report, 'startedAt')];
  const [answered, unanswered] = [documentedEnding(reason, true), documentedEnding(reason, false)];
  return startedAt !== null && answered.status === 'completed' && unanswered.status === 'failed';
}

/** Returns what has the form of a code, and no telephone number in it. A model may have written anything. */
const codeIn = (form: RegExp, text: string | null): string | null =>
  text === null || (form.test(text) && !/\d{4}/.test(text)) ? text : 'UNKNOWN';
