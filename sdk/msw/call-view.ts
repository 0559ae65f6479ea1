import { objectAt, textAt } from '../../simulator/json.ts';
import { type SimulatedCall, timeOf } from '../../simulator/vapi/calls.ts';
import { publicContract } from '../../src/contract/documents.ts';
import type { components } from '../../src/contract/generated/public.ts';
import { newAjv } from '../../src/contract/validator.ts';
import type { BodyOf } from '../client/operation-types.ts';
import type { Agent } from './account.ts';

/** A call, and the story that it plays. */
export interface PlacedCall {
  readonly id: string;
  readonly agent: Agent;
  readonly asked: BodyOf<'placeCall'>;
  readonly story: SimulatedCall;
  endRequested: boolean;
}

export type CallView = components['schemas']['PlacedCall'];

/** Returns the Call resource in the story's present state. Its times are the story's, whatever the speed. */
export function viewOf(call: PlacedCall): CallView {
  const { story } = call;
  const ending = endingOf(call);
  const results = resultsOf(call);
  return {
    ...queuedView(call),
    status: ending?.status ?? (story.status === 'ended' ? 'completed' : story.status),
    outcome: results?.outcome ?? ending?.outcome ?? null,
    endedReason: ending?.reason ?? null,
    durationSeconds: ending ? durationOf(story) : null,
    startedAt: story.createdAt.toISOString(),
    endedAt: story.endedMs === null ? null : timeOf(story, story.endedMs).toISOString(),
    transcript: story.reported ? (story.conversation?.transcript ?? null) : null,
    extraction: results?.extraction ?? null,
    extractionError: results?.extractionError ?? null,
  };
}

/** Returns the call as it is answered when it is placed: every result is null. */
export const queuedView = ({ id, agent, asked, story }: PlacedCall): CallView => ({
  id,
  status: 'queued',
  agentId: agent.id,
  phoneNumber: asked.phoneNumber,
  fromPhoneNumber,
  direction: 'ai_outbound',
  outcome: null,
  endedReason: null,
  durationSeconds: null,
  startedAt: null,
  endedAt: null,
  createdAt: story.createdAt.toISOString(),
  transcript: null,
  extraction: null,
  extractionError: null,
  variables: asked.variables ?? {},
  metadata: asked.metadata ?? {},
  knownConsent: asked.knownConsent ?? false,
  consentRecordId: asked.consentRecordId ?? null,
});

/** The only number that calls are placed from. */
export const fromPhoneNumber = '+14155550199';
export const fromPhoneNumberId = 'num_demo';

export const notesOf = ({ story }: PlacedCall): string | null =>
  textAt(story.analysis, 'structuredData', 'notes') ?? textAt(story.analysis, 'summary');

/** Returns the results of the analysis. They are null before it, and for a call without a conversation. */
function resultsOf({ agent, story }: PlacedCall): Pick<CallView, 'outcome' | 'extraction' | 'extractionError'> | null {
  if (!story.reported || !story.conversation || story.endedReason === 'voicemail') return null;
  const outcome = textAt(story.analysis, 'structuredData', 'outcome');
  if (agent.extractionSchema === null) return { outcome, extraction: null, extractionError: null };
  const extraction = objectAt(story.analysis, 'structuredData', 'extraction');
  const problem = extraction ? problemOf(agent.extractionSchema, extraction) : 'The analysis gave no extraction.';
  return { outcome, extraction: problem === null ? extraction : null, extractionError: problem };
}

function problemOf(schema: object, extraction: object): string | null {
  const validate = newAjv().compile(schema);
  if (validate(extraction)) return null;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`.trim();
}

function durationOf({ answeredMs, endedMs }: SimulatedCall): number | null {
  return answeredMs === null || endedMs === null ? null : Math.round((endedMs - answeredMs) / 1_000);
}

interface Ending {
  readonly status: 'completed' | 'no_answer' | 'busy' | 'failed' | 'canceled';
  readonly outcome: string | null;
  readonly reason: string;
}

/** Returns the first row of the document's table that fits the call's end. */
function endingOf({ story, endRequested }: PlacedCall): Ending | null {
  if (story.status !== 'ended' || story.endedReason === null) return null;
  const reason = endRequested && story.endedReason === 'manually-canceled' ? 'ended-by-api' : story.endedReason;
  const rows = (publicContract().document as unknown as EndedReasons)['x-ended-reasons']; // The extension is Ringpost's own; `npm run contract` checks it.
  const side = story.answeredMs === null ? 'unanswered' : 'answered';
  const row = rows.find((each) => each[side] && each.match.some((pattern) => fits(pattern, reason)))?.[side];
  if (!row) throw new Error(`The document has no row for ${reason}.`);
  return {
    status: row.status,
    outcome: row.outcome.startsWith('classified') ? (row.outcome.split(' or ')[1] ?? null) : row.outcome,
    reason,
  };
}

interface EndedReasons {
  readonly 'x-ended-reasons': readonly {
    readonly match: readonly string[];
    readonly answered?: EndedRow;
    readonly unanswered?: EndedRow;
  }[];
}

interface EndedRow {
  readonly status: Ending['status'];
  /** Is a word, `classified`, or `classified or` a word. */
  readonly outcome: string;
}

const fits = (pattern: string, reason: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(reason);
