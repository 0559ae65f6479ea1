import { webhookBucketKey } from '../deliveries/webhook-bucket-key.ts';
import { type Log, maskNumbers, writeInfo } from '../process/log.ts';
import { quoted } from '../process/quoted.ts';
import { isoText } from '../process/time.ts';
import { traceIdOf } from '../process/trace-context.ts';
import type { Outcome } from './attempt.ts';
import type { Attempted } from './buffer.ts';
import type { AddressKind } from './delivery-agent.ts';
import type { Standing } from './endpoint-health.ts';
import type { NextState } from './schedule.ts';

export interface AttemptFacts {
  readonly lagMs: number;
  /** For example `http_5xx`, `timeout` or `tls`. */
  readonly result: string;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly next: NextState;
  readonly standing: Standing | null;
  readonly address: AddressKind | null;
}

/** Logs one line for each attempt. The text is put together by hand, because pino needs five times as long for so many members (`D-76`). */
export function logAttempt(log: Log, attempted: Attempted, outcome: Outcome, facts: AttemptFacts): void {
  if (!log.isLevelEnabled('info')) return;
  writeInfo(log, attemptMembers(attempted, outcome, facts), 'webhook attempt');
}

/** Each member begins with a comma. A member whose value is undefined is left out, as in `JSON.stringify`. Our own ids and names need no escapes. */
function attemptMembers({ delivery, by }: Attempted, outcome: Outcome, facts: AttemptFacts): string {
  const { next, standing } = facts;
  return (
    `,"deliveryId":"${delivery.id}","eventId":"${delivery.eventId}"` +
    optional('callId', delivery.subject.callId) +
    optional('textId', delivery.subject.textId) +
    (delivery.trace ? `,"trace_id":"${traceIdOf(delivery.trace)}"` : '') +
    `,"tenantId":"${delivery.tenantId}","endpointId":"${delivery.endpointId}","triggerId":"${delivery.triggerId}"` +
    `,"eventType":"${delivery.eventType}","bucket":"${webhookBucketKey(delivery.eventType)}"` +
    `,"attempt":${delivery.attempts + 1},"ofCycle":${delivery.cycleAttempt + 1},"by":"${by}","lease":${delivery.lease}` +
    `,"dueAt":"${isoText(delivery.dueAt)}","lagMs":${facts.lagMs},"endpoint":${standing ? standingText(standing) : 'null'}` +
    `,"connection":"${outcome.connection}","address":${outcome.connection === 'none' ? 'null' : textOrNull(facts.address)}` +
    `,"connectMs":${outcome.connectMs},"answerMs":${outcome.answerMs},"durationMs":${outcome.durationMs},"result":"${facts.result}"` +
    optional('blocked', outcome.kind === 'unanswered' ? outcome.blocked : undefined) +
    `,"responseStatus":${facts.responseStatus},"error":${textOrNull(maskNumbers(facts.error))},"status":"${next.status}"` +
    `,"nextRetryAt":${next.status === 'retrying' ? `"${isoText(next.at)}"` : 'null'}`
  );
}

const standingText = ({ cap, inFlight, isSlowed }: Standing): string => `{"cap":${cap},"inFlight":${inFlight},"isSlowed":${isSlowed}}`;
const optional = (name: string, value: string | undefined): string => (value === undefined ? '' : `,"${name}":${quoted(value)}`);
const textOrNull = (value: string | null): string => (value === null ? 'null' : quoted(value));
