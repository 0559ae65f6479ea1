import { textAt } from './json.ts';
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
      return report === null ? null : fileOf(report, came);
    },
  };
}

function stateOf(body: unknown): State | null {
  const [type, status] = [textAt(body, 'message', 'type'), textAt(body, 'message', 'status')];
  if (type === 'end-of-call-report') return 'reported';
  return type === 'status-update' ? (order.find((state) => state === status) ?? null) : null;
}

function fileOf(report: unknown, came: readonly Came[]) {
  const id = textAt(report, 'message', 'call', 'id') ?? 'call';
  // An id may begin with the minute in which it was made.
  const name = `as-${id.replaceAll(/[^a-z0-9]/g, '').slice(-8)}`;
  const firsts = order.flatMap((state) => came.find((each) => each.state === state) ?? []);
  const isTwice = firsts.every(({ state }) => came.filter((each) => each.state === state).length > 1);
  const isInOrder = firsts.every(({ ms }, index) => ms >= (firsts[index - 1]?.ms ?? 0));
  const transcript = textAt(report, 'message', 'artifact', 'transcript') ?? textAt(report, 'message', 'transcript');
  const text = writtenScenario({
    name,
    description: 'As the callbacks of a real call came; its words are replaced.',
    placement: 'accepted',
    callbacks: isTwice ? 'twice' : isInOrder ? 'once' : 'backwards',
    outcome: codeIn(/^[A-Z][A-Z0-9_]*$/, textAt(report, 'message', 'analysis', 'structuredData', 'outcome')),
    endedReason: codeIn(/^[a-z][a-z0-9.-]*$/, textAt(report, 'message', 'endedReason') ?? textAt(report, 'message', 'call', 'endedReason')),
    transcript: transcript && otherWords(transcript),
    steps: firsts.map(({ state, ms }) => ({ state, storySeconds: ms / 1_000 })),
  });
  return { name: `${name}.yaml`, text };
}

/** Returns what has the form of a code, and no telephone number in it. A model may have written anything. */
const codeIn = (form: RegExp, text: string | null): string | null =>
  text === null || (form.test(text) && !/\d{4}/.test(text)) ? text : 'UNKNOWN';
