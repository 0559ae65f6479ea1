import type { ClientBase } from 'pg';
import { eraseCallsTo } from '../calls/erase-calls.ts';
import { deleteContactOf } from '../contacts/contacts.ts';
import type { Context } from '../context.ts';
import { inTransactionOf } from '../db/transaction.ts';
import { eraseEventsNaming } from '../deliveries/erase-events.ts';
import { after, hourMs, minuteMs } from '../process/time.ts';
import { eraseTextsWith } from '../texts/erase-texts.ts';
import { claimErasure, type DueErasure, type Erased, endErasureRun, recordErased } from './erasures.ts';

/**
 * Goes on with an erasure that is due, and returns 1, or 0 if none is due. It erases what the tenant had of the number at the request,
 * in small transactions. While such a call or text has not ended, it comes again a little later. What the tenant has got since stays. A
 * run that dies is repeated when its lease has ended, and finds what the dead one left.
 */
export async function eraseOnce(context: Context): Promise<number> {
  const now = context.clock.realNow();
  const erasure = await claimErasure(context.db.knex, { now, until: after(now, leaseMs) });
  if (!erasure) return 0;
  const { id: erasureId, tenant_id: tenantId } = erasure;
  try {
    const { waiting, ...erased } = await erase(context, erasure);
    const next = waiting > 0 ? { dueAt: after(context.clock.realNow(), againMs(context, erasure)) } : { finishedAt: context.clock.now() };
    await endErasureRun(context.db.knex, erasure, next);
    context.log.info({ tenantId, erasureId, ...erased, waiting }, waiting > 0 ? 'a person is erased in part' : 'a person is erased');
  } catch (error) {
    context.log.error({ err: error, tenantId, erasureId }, 'an erasure failed; it is tried again');
  }
  return 1;
}

const leaseMs = 10 * minuteMs;
/**
 * A call or a text that is under way ends within minutes, as a rule. A report is waited for up to three days, and each run reads all bodies,
 * so the pauses grow.
 */
const againMs = ({ clock }: Pick<Context, 'clock'>, { requested_at }: DueErasure): number =>
  Math.min(hourMs, Math.max(minuteMs, (clock.now().getTime() - requested_at.getTime()) / 10));

/** Each batch is recorded in its own transaction, so that the record is true wherever a run ends. */
async function erase(context: Context, erasure: DueErasure) {
  const inBatch: InRecordedBatch = (work) =>
    inTransactionOf(context.db.engine, async (client) => {
      const erased = await work(client);
      await recordErased(client, erasure, erased);
      return erased;
    });
  let waiting = 0;
  let erased: Partial<Erased> = {};
  for (const step of steps) {
    const { waiting: left = 0, ...counts } = await step(context, erasure.tenant_id, erasure.phone_number, erasure.requested_at, inBatch);
    waiting += left;
    erased = { ...erased, ...counts };
  }
  return { ...erased, waiting };
}

/** An `InBatch` of any counts. */
type InRecordedBatch = <Counts extends Partial<Erased>>(work: (client: ClientBase) => Promise<Counts>) => Promise<Counts>;

type Step = (
  context: Context,
  tenantId: string,
  phoneNumber: string,
  until: Date,
  inBatch: InRecordedBatch,
) => Promise<Partial<Erased> & { readonly waiting?: number }>;

/** The events go last: completing a call and ending a text publish their events, so no event follows the rows that are erased. */
const steps: readonly Step[] = [
  eraseCallsTo,
  eraseTextsWith,
  (_context, tenantId, phoneNumber, until, inBatch) =>
    inBatch(async (client) => ({ contacts: await deleteContactOf(client, tenantId, phoneNumber, until) })),
  ({ db }, tenantId, phoneNumber, until, inBatch) => eraseEventsNaming(db.engine, tenantId, phoneNumber, until, inBatch),
];
