import { createReadCallTogether } from './calls/calls.ts';
import { createPlaceTogether } from './calls/place-together.ts';
import type { Context } from './context.ts';
import { groupCommit } from './db/group-commit.ts';
import { createTryLater } from './db/try-later.ts';
import { createPublisher } from './events/publisher.ts';
import { createClaimTogether } from './idempotency/claim-together.ts';
import { Minutes } from './measures/minutes.ts';
import { contextOfRequests } from './request-context.ts';
import { createLostCalls } from './restores/lost-calls.ts';
import { createReadTenantTogether } from './tenants/tenants.ts';
import { applyTextEvents } from './texts/text-progress.ts';
import type { TextReport } from './texts/text-provider.ts';
import { createSubscriptions } from './triggers/subscriptions.ts';

export type ContextParts = Omit<Context, 'request' | 'minutes' | 'subscriptions' | 'publisher' | 'together' | 'lostCalls' | 'tryLater'>;

/** Adds what a process shares between its requests. None of it needs closing. */
export function assembleContext<Parts extends ContextParts>(parts: Parts): Parts & Context {
  const requests = parts.db.requests.shared;
  const subscriptions = createSubscriptions(requests.engine);
  const context: Parts & Context = {
    ...parts,
    minutes: new Minutes(),
    subscriptions,
    publisher: createPublisher({ ...parts, db: requests, subscriptions }),
    together: {
      placing: createPlaceTogether(requests.engine, parts.db.engine),
      readCall: createReadCallTogether(requests),
      claimKey: createClaimTogether(requests.engine),
      readTenant: createReadTenantTogether(requests.engine),
      reportText: (report) => reportText(report),
    },
    lostCalls: createLostCalls(parts),
    tryLater: createTryLater(parts.db.knex),
  };
  const ofRequests = contextOfRequests(context);
  const reportText = groupCommit((reports: readonly TextReport[]) => applyTextEvents(ofRequests, reports));
  return context;
}
