import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Outcome } from '../../src/dispatch/attempt.ts';
import { type AttemptFacts, logAttempt } from '../../src/dispatch/attempt-line.ts';
import type { Attempted } from '../../src/dispatch/buffer.ts';
import { createLog, type Log } from '../../src/process/log.ts';
import { traceIdOf } from '../../src/process/trace-context.ts';
import { character } from '../support/character.ts';
import { someTarget } from '../support/targets.ts';

/** What pino is given for an attempt where it writes the line itself. */
const asPino = (log: Log, { delivery, by }: Attempted, outcome: Outcome, facts: AttemptFacts): void =>
  log.child({}, { redact: [] }).info(
    {
      deliveryId: delivery.id,
      eventId: delivery.eventId,
      callId: delivery.subject.callId,
      textId: delivery.subject.textId,
      trace_id: delivery.trace ? traceIdOf(delivery.trace) : undefined,
      tenantId: delivery.tenantId,
      endpointId: delivery.endpointId,
      triggerId: delivery.triggerId,
      eventType: delivery.eventType,
      bucket: delivery.eventType === 'sms.delivered' ? 'text-events' : 'call-events',
      attempt: delivery.attempts + 1,
      ofCycle: delivery.cycleAttempt + 1,
      by,
      lease: delivery.lease,
      dueAt: delivery.dueAt.toISOString(),
      lagMs: facts.lagMs,
      endpoint: facts.standing,
      connection: outcome.connection,
      address: outcome.connection === 'none' ? null : facts.address,
      connectMs: outcome.connectMs,
      answerMs: outcome.answerMs,
      durationMs: outcome.durationMs,
      result: facts.result,
      blocked: outcome.kind === 'unanswered' ? outcome.blocked : undefined,
      responseStatus: facts.responseStatus,
      error: facts.error,
      status: facts.next.status,
      nextRetryAt: facts.next.status === 'retrying' ? facts.next.at : null,
    },
    'webhook attempt',
  );

/** Returns the lines that `write` leaves in a log of this level, without their times. */
function written(level: string, write: (log: Log) => void, bindings = {}): string {
  const lines: string[] = [];
  const log = createLog(level, { write: (line: string) => void lines.push(line) });
  write(Object.keys(bindings).length > 0 ? log.child(bindings) : log);
  return lines.map((line) => line.replace(/^(\{"level":"\w+","time":")\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/, '$1"')).join('');
}

const text = fc.oneof(
  fc.string({ unit: character, maxLength: 120 }),
  fc.string({ unit: fc.constantFrom('"', '\\', '\0', '\b', '\n', '\x1f', '\x7f', 'a') }),
  fc.constantFrom('no route to +14155550123', '\u2028', 'é', '📞', 'a'.repeat(101)),
);
const identifier = fc.stringMatching(/^[a-z]{3}_[0-9a-z]{26}$/);
const optional = fc.option(text, { nil: undefined });
const ms = fc.option(fc.nat(), { nil: null });
const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

const attempted: fc.Arbitrary<Attempted> = fc.record({
  delivery: fc.record({
    id: fc.uuid(),
    tenantId: identifier,
    eventId: fc.uuid(),
    eventType: fc.constantFrom('sms.delivered', 'call.completed'),
    subject: fc.record({ callId: text, textId: text }, { requiredKeys: [] }),
    trace: fc.option(
      fc.uint8Array({ minLength: 24, maxLength: 24 }).map((bytes) => Buffer.from(bytes)),
      { nil: null },
    ),
    endpointId: identifier,
    triggerId: identifier,
    endpointVersion: fc.nat(),
    body: fc.constant(Buffer.of()),
    dueAt: moment,
    attempts: fc.nat(),
    cycleAttempt: fc.nat(),
    lease: fc.nat(),
    leaseUntil: moment,
  }),
  target: fc.constant(someTarget()),
  by: fc.constantFrom('publishing', 'claim', 'replay'),
});
const course = { connectMs: ms, answerMs: ms, durationMs: fc.nat(), connection: fc.constantFrom('new', 'reused', 'none') } as const;
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.record({ ...course, kind: fc.constant('answered' as const), status: fc.nat(), head: fc.constant(Buffer.of()) }),
  fc.record(
    {
      ...course,
      kind: fc.constant('unanswered' as const),
      class: fc.constant('blocked' as const),
      message: text,
      blocked: fc.constantFrom('literal', 'name', 'resolved'),
    },
    { requiredKeys: ['connectMs', 'answerMs', 'durationMs', 'connection', 'kind', 'class', 'message'] },
  ),
);
const facts: fc.Arbitrary<AttemptFacts> = fc.record({
  lagMs: fc.nat(),
  result: fc.constantFrom('http_2xx', 'timeout'),
  responseStatus: fc.option(fc.nat(), { nil: null }),
  error: fc.option(text, { nil: null }),
  next: fc.oneof(
    fc.constantFrom({ status: 'success' } as const, { status: 'failed' } as const),
    moment.map((at) => ({ status: 'retrying' as const, at })),
  ),
  standing: fc.option(fc.record({ cap: fc.nat(), inFlight: fc.nat(), isSlowed: fc.boolean() }), { nil: null }),
  address: fc.constantFrom(null, 'public IPv4', 'allowed IPv6'),
});

test('the line of an attempt is the text that pino writes for the same members', () => {
  fc.assert(
    fc.property(attempted, outcome, facts, optional, (...[entry, came, about, worker]) => {
      const bindings = worker === undefined ? {} : { worker };
      const line = written('info', (log) => logAttempt(log, entry, came, about), bindings);
      const pinos = written('info', (log) => asPino(log, entry, came, about), bindings);
      assert.equal(line, pinos);
    }),
    { numRuns: 500 },
  );
});

test('of a phone number in an error it shows the last four digits', () => {
  fc.assert(
    fc.property(attempted, outcome, facts, (entry, came, about) => {
      const error = 'no route to +14155550123';
      const line = JSON.parse(written('info', (log) => logAttempt(log, entry, came, { ...about, error })));
      assert.equal(line.error, 'no route to ********0123');
    }),
    { numRuns: 10 },
  );
});

test('below its level it is not written', () => {
  const [[entry], [came], [about]] = [fc.sample(attempted, 1), fc.sample(outcome, 1), fc.sample(facts, 1)];
  assert.ok(entry && came && about);
  const writeAt = (level: string): string => written(level, (log) => logAttempt(log, entry, came, about));
  assert.deepEqual([writeAt('warn'), writeAt('silent')], ['', '']);
  assert.notEqual(writeAt('debug'), '');
});

test('it stands among the other lines in the order in which they were written', () => {
  const [[entry], [came], [about]] = [fc.sample(attempted, 1), fc.sample(outcome, 1), fc.sample(facts, 1)];
  assert.ok(entry && came && about);
  const lines = written('info', (log) => {
    log.warn('before');
    logAttempt(log, entry, came, about);
    log.warn('after');
  });
  assert.deepEqual(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).msg),
    ['before', 'webhook attempt', 'after'],
  );
});
