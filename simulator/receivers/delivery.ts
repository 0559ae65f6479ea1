import type { components } from '../../src/contract/generated/simulator.ts';
import type { Answer } from '../answers/answer.ts';
import { at, parseJson, textAt } from '../json.ts';
import type { CountedDelivery } from '../ledger/ledger.ts';
import { keptProblems, keptTextLength } from '../limits.ts';
import type { Timeline } from '../timeline.ts';

export interface IncomingDelivery {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ReceivedDelivery extends IncomingDelivery {
  readonly number: number;
  readonly receivedAt: Date;
  readonly deliveryId: string | null;
  /** Counts the attempts of this delivery id at this receiver. */
  readonly attempt: number;
  readonly verdict: Verdict;
  readonly answer: Answer;
}

/** Deliveries come at least once, so the receiver must notice one that has a `duplicateOf` (`V-SEND-01`). */
export type Verdict = Omit<components['schemas']['Verdict'], 'explanation'>;

export interface Received {
  readonly receiver: string;
  readonly delivery: ReceivedDelivery;
  /** Is the timeline entry of the delivery. */
  readonly entry: number;
}

/** Returns the cause of a delivery: the attempt before it, or for the first attempt the newest entry about its call or text. */
export function causeOf({ deliveryId, attempt, body }: ReceivedDelivery, timeline: Timeline): { readonly causedBy?: number } {
  const { callId, messageId } = idsIn(at(parseJson(body.toString('utf8')), 'data'));
  const cause =
    (attempt > 1 ? timeline.lastOf('deliveryId', deliveryId) : null) ??
    timeline.lastOf('callId', callId) ??
    timeline.lastOf('messageId', messageId);
  return cause === null ? {} : { causedBy: cause };
}

export function counted({ body, deliveryId, verdict }: ReceivedDelivery): CountedDelivery {
  const json = parseJson(body.toString('utf8'));
  return { event: verdict.contract.event ?? textAt(json, 'event'), subject: subjectOf(json), deliveryId };
}

/** Returns the subject of an event, which tells it from others of its kind, since an event has no id. */
function subjectOf(json: unknown): string | null {
  const data = at(json, 'data');
  const { callId, messageId } = idsIn(data);
  return callId ?? messageId ?? textAt(data, 'contactId') ?? textAt(data, 'leadId');
}

/** Returns the ids of the call and of the text that an event is about. */
const idsIn = (data: unknown) => ({
  callId: textAt(data, 'call_id') ?? textAt(data, 'call', 'id'),
  messageId: textAt(data, 'message_id'),
});

export function summary(
  receiver: string,
  { method, deliveryId, attempt, verdict, body }: ReceivedDelivery,
): Readonly<Record<string, unknown>> & { callId: string | null; messageId: string | null } {
  const data = at(parseJson(body.toString('utf8')), 'data');
  return {
    receiver,
    deliveryId,
    ...idsIn(data),
    method,
    event: verdict.contract.event,
    outcome: textAt(data, 'outcome')?.slice(0, keptTextLength) ?? null,
    attempt,
    valid: verdict.valid,
    result: verdict.result,
    explanation: explain(verdict),
    ...(verdict.contract.problems.length > 0 ? { problems: verdict.contract.problems.slice(0, keptProblems) } : {}),
  };
}

export function explain({ signature, contract, duplicateOf, sameBytes }: Verdict): string {
  const sentences = [signature.explanation];
  const [problem] = contract.problems;
  if (problem) sentences.push(`The body breaks the contract: ${problem.path || 'it'} ${problem.message}.`);
  if (!sameBytes) sentences.push('The body differs from the first attempt of the same delivery id.');
  if (duplicateOf !== null) sentences.push(`It is a duplicate of attempt ${duplicateOf}, which was accepted.`);
  return sentences.join(' ');
}
