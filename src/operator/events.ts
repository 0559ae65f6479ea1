import { isE164 } from '../calls/phone-number.ts';
import { reportedDataProblems } from '../contract/event-schemas.ts';
import type { components } from '../contract/generated/operator.ts';
import { firstProblem, maxProblems } from '../contract/problems.ts';
import { parseMoment } from '../contract/since.ts';
import { invalidRequest, type Problem } from '../errors.ts';
import { applicationEvent, inUtc, unreadableTimes, withinCaps } from '../events/application-event.ts';
import type { OperatorOperation } from '../operation.ts';
import { maxEventAgeMs, maxEventLeadMs } from '../process/limits.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

type Input = components['schemas']['EventInput'];

/** A batch is checked as a whole, and published as a whole or not at all (D-78). */
export const publishEvents: OperatorOperation<'publishEvents'> = async (context, { path, body, about }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const at = context.clock.now();
  const inputs = body.events.map((input) => ({ ...input, data: withinCaps(input.data) }));
  const problems = inputs.flatMap((input, index) => problemsOf(input, at).map((problem) => placed(problem, index)));
  if (problems.length > 0) throw invalidRequest(`${firstProblem(problems)} No event was published.`, problems.slice(0, maxProblems));
  const events = inputs.map(({ eventType, dedupeKey, data, occurredAt }) =>
    applicationEvent(
      path.tenantId,
      { eventType, dedupeKey, data: inUtc(data), occurredAt: occurredAt ? parseMoment(occurredAt) : null },
      at,
    ),
  );
  const trace = about.span?.context;
  const published = await context.publisher.publish(path.tenantId, trace ? events.map((event) => ({ ...event, trace })) : events);
  return {
    status: 200,
    body: {
      events: published.map(({ eventId, isNew, deliveries }, index) => ({
        dedupeKey: inputs[index]?.dedupeKey ?? '',
        eventId,
        duplicate: !isNew,
        deliveries,
      })),
    },
  };
};

function problemsOf({ eventType, data, occurredAt }: Input, at: Date): readonly Problem[] {
  const problems = reportedDataProblems(eventType, data).map(({ path, message }) => ({ path: `/data${path}`, message }));
  const phone = eventType.startsWith('sms.') && problems.length === 0 ? data['phone'] : undefined;
  if (typeof phone === 'string' && !isE164(phone)) problems.push({ path: '/data/phone', message: 'must be a number in E.164' });
  if (problems.length === 0) problems.push(...unreadableTimes(data).map((path) => ({ path: `/data/${path}`, message: 'must be a time' })));
  const occurred = occurredAt === undefined ? at : parseMoment(occurredAt);
  const age = at.getTime() - (occurred?.getTime() ?? Number.NaN);
  if (!(age <= maxEventAgeMs && -age <= maxEventLeadMs))
    problems.push({ path: '/occurredAt', message: 'must be at most seven days ago and not ahead of now by more than five minutes' });
  return problems;
}

const placed = ({ path, message }: Problem, index: number): Problem => ({ path: `/body/events/${index}${path}`, message });
