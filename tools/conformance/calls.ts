import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fits } from '../../src/contract/ended-reasons.ts';
import type { components } from '../../src/contract/generated/public.ts';
import { at, entries, items, text } from '../contract/document.ts';
import { codeOf, longestWaitSeconds, type Parts } from './api.ts';
import { Breach } from './check.ts';
import type { Exchange } from './exchange.ts';
import { bodyOf, detailsOf } from './expect.ts';
import { patience, untilNextLook } from './patience.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export type Call = components['schemas']['Call'];

/** A call as each read showed it, with repeated statuses left out. */
export interface Watched {
  readonly scenario: string;
  readonly seen: readonly Call[];
  readonly last: Call;
}

/** The limit is real time. A simulator usually plays its scenarios faster than that. */
const longestMs = 300_000;
/** The analysis and the recording arrive after the call has ended. */
const settledMs = 30_000;

/** Places a call that plays this scenario, and reads it until it has ended and its analysis is there. */
export async function watch(world: World, tenant: Tenant, scenario: string): Promise<Watched> {
  return followToOutcome(world, tenant, scenario, (await place(world, tenant, scenario)).id);
}

export async function place(
  world: World,
  tenant: Tenant,
  scenario: string,
  differs: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly id: string }> {
  const phoneNumber = world.simulator.numberFor(scenario);
  const body = { agentId: tenant.agentId, phoneNumber, variables: tenant.variables, idempotencyKey: randomUUID(), ...differs };
  return bodyOf(await askUntilPlaced(tenant, 'placeCall', { body }), 201).call;
}

const placements = 4;

/**
 * Repeats a request while the answer is `placement_failed`. A provider on a busy machine may be too slow, and the
 * documents tell clients to send the same request again, after a while where they name one. A service that fails
 * because of the request's content fails each time.
 */
export async function askUntilPlaced({ api }: Tenant, operationId: string, parts: Parts): Promise<Exchange> {
  for (let placement = 1; ; placement++) {
    const exchange = await api.ask(operationId, parts);
    if (placement === placements || codeOf(exchange.response.json) !== 'placement_failed') return exchange;
    const seconds = Number(detailsOf(exchange)['retryAfterSeconds'] ?? 1);
    if (!(seconds >= 0 && seconds <= longestWaitSeconds)) return exchange;
    await delay(seconds * 1_000);
  }
}

export const followToOutcome = (world: World, tenant: Tenant, scenario: string, id: string): Promise<Watched> =>
  follow(tenant, scenario, id, (call) => isFinal(world, call) && call.outcome !== null);

/**
 * Reads the call until `isSo` holds. A call that is over may stay without an outcome, so the wait for late results is
 * bounded.
 */
export async function follow(tenant: Tenant, scenario: string, id: string, isSo: (call: Call) => boolean): Promise<Watched> {
  const until = performance.now() + patience(longestMs);
  const seen: Call[] = [];
  let endedSince: number | null = null;
  for (;;) {
    const call = await read(tenant, id);
    if (call.status !== seen.at(-1)?.status) seen.push(call);
    if (call.endedAt !== null) endedSince ??= performance.now();
    if (isSo(call) || (endedSince !== null && performance.now() > endedSince + patience(settledMs))) return { scenario, seen, last: call };
    if (performance.now() > until) throw new Breach(`A call of ${scenario} is ${call.status} after ${longestMs / 1_000} s or more.`);
    await untilNextLook(endedSince === null ? 0 : performance.now() - endedSince);
  }
}

export const read = async (tenant: Tenant, id: string): Promise<Call> =>
  bodyOf(await tenant.api.ask('readCall', { path: { id } }), 200).call;

const callStates = ({ documents: { openapi } }: World) => at(openapi, openapi, 'components', 'schemas', 'CallStatus', 'x-states');

export const isFinal = (world: World, { status }: Pick<Call, 'status'>): boolean =>
  items(at(world.documents.openapi, callStates(world), 'final')).includes(status);

/** Tells if the document allows the second status after the first. Statuses between them may have been missed. */
export function mayFollow(world: World, from: string, to: string): boolean {
  const { openapi } = world.documents;
  return items(at(openapi, callStates(world), 'transitions', from)).includes(to);
}

/** Returns the status that the document's table gives for a call that ended in this way, or null if it gives none. */
export function statusFor(world: World, { endedReason, durationSeconds }: Pick<Call, 'endedReason' | 'durationSeconds'>): string | null {
  const { openapi } = world.documents;
  const rows = items(at(openapi, openapi, 'x-ended-reasons'));
  const row = rows.find((candidate) => items(at(openapi, candidate, 'match')).some((pattern) => fits(text(pattern), endedReason ?? '')));
  const ending = at(openapi, row, durationSeconds === null ? 'unanswered' : 'answered');
  return entries(ending).length === 0 ? null : text(at(openapi, ending, 'status'));
}
