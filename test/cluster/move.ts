import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { fillDeliveries } from '../../bench/stage/deliveries.ts';
import { connect } from '../../src/db/connect.ts';
import { ensurePartitions } from '../../src/db/partitions.ts';
import { before, dayMs } from '../../src/process/time.ts';
import type { Move } from '../../tools/moving/move.ts';
import { progressOf } from '../../tools/moving/replication.ts';
import { startMove } from '../../tools/moving/start-move.ts';
import { switchMove } from '../../tools/moving/switch-move.ts';
import { advanceClock } from '../faults/matrix/faults.ts';
import type { Customer } from '../faults/matrix/system.ts';
import { endpoint, trigger } from '../support/fixtures.ts';
import { receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { isFollowed, openingWith } from '../tools/moving/two-cells.ts';
import type { Fleet } from './fleet.ts';
import { type MoveSabotage, sabotageMove } from './move-sabotage.ts';
import { lookAtBothCells, moveFindings, report } from './moved.ts';
import { startProbe } from './probe.ts';

/** What the tenant has when it moves. */
export interface History {
  readonly deliveries: number;
  readonly calls: number;
  /** Fails the drill where somebody who writes all the time cannot for longer; null: it is only told. */
  readonly longestPauseMs: number | null;
}

export interface MoveOptions {
  readonly sabotage: MoveSabotage | null;
  readonly say: (what: string) => void;
}

/**
 * Moves a tenant into the other cell while one client writes by nginx and one reports events to the operator API of the cell that
 * takes them. Returns what was lost or came twice.
 */
export async function moveUnderLoad(fleet: Fleet, mover: Customer, history: History, { sabotage, say }: MoveOptions): Promise<string[]> {
  const { system, otherCell, nginx, database } = fleet;
  const { tenantId, apiKey } = mover;
  await atOneTime(fleet);
  await liveLong(fleet, mover, history);
  const target = await receiver();
  const { id: endpointId } = await endpoint(system.context, tenantId, { url: target.url });
  await trigger(system.context, tenantId, endpointId, { eventType: 'sms.delivered' });
  const probe = startProbe(system, mover, nginx.publicUrl, () => {});
  const events = startEvents(fleet, tenantId);
  // Replication needs the server itself, and not the pooler before it.
  const db = connect({ url: database.current.url, poolSize: 2, prepared: true });
  const move: Move = {
    tenantId,
    source: { db, clock: system.context.clock },
    sourceUrl: database.current.url,
    destination: { ...otherCell.context, secrets: openingWith(otherCell.context.secrets, system.context.secrets) },
    tell: () => {},
    route: () => nginx.move(apiKey.slice(0, apiKey.lastIndexOf('_')), 'c2'),
  };
  try {
    await startMove(move);
    await until('everything is copied', async () => isFollowed(await progressOf(move)));
    say(`a tenant with ${history.deliveries} deliveries and ${history.calls} calls is copied`);
    const at = performance.now();
    const { stoodStillMs } = await switchMove(move);
    const there = events.accepted.length;
    await until('the new cell takes events', async () => events.accepted.length > there + 5);
    const pauseMs = probe.pauseSince(at);
    await probe.stop();
    await events.stop();
    say(
      `it has moved: it stood still for ${stoodStillMs} ms, and a client that writes all the time could not for ${Math.round(pauseMs)} ms`,
    );
    const arrivals = (): ReadonlyMap<string, number> =>
      countOf(target.received.map(({ body }) => /moving-\d+/.exec(body.toString())?.[0] ?? ''));
    if (sabotage) await sabotageMove(move, tenantId, sabotage);
    await advanceClock(otherCell, otherCell, heldSeconds);
    const missing = (): readonly string[] => {
      const came = arrivals();
      return events.accepted.filter((name) => !came.has(name));
    };
    // What never comes is told below.
    await until('every event has come', async () => missing().length === 0).catch(() => {});
    const came = arrivals();
    return [
      ...probe.missed.map((id) => `${id}: made, and not in the list asked for next, while its tenant moved`),
      ...missing().map((name) => `${name} was accepted while its tenant moved, and never came`),
      ...[...came].filter(([, times]) => times > 1).map(([name, times]) => `${name} came ${times} times by a move`),
      ...moveFindings(await lookAtBothCells(fleet, mover)),
      ...(history.longestPauseMs !== null && pauseMs > history.longestPauseMs ? [`a move kept a client waiting for ${pauseMs} ms`] : []),
    ];
  } finally {
    await db.close();
    await target.close();
  }
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** What was reported while the tenant stood still waits for so long. */
const heldSeconds = 30;

/** The first cell's sandbox is hours ahead by now. What was due there in a moment would be due here in hours. */
async function atOneTime({ system, otherCell }: Fleet): Promise<void> {
  const [there, here] = [system.context.clock, otherCell.context.clock];
  // A second more: the two are not read in the same instant.
  const aheadSeconds = Math.ceil((there.now().getTime() - here.now().getTime()) / 1_000) + 1;
  if (aheadSeconds > 0) await advanceClock(otherCell, otherCell, aheadSeconds);
  await until('both cells have one time', async () => here.now().getTime() >= there.now().getTime());
}

/** A tenant of long standing: its history is made by SQL. */
async function liveLong({ system: { context } }: Fleet, { tenantId }: Customer, { deliveries, calls }: History): Promise<void> {
  const { knex } = context.db;
  const now = context.clock.now();
  await ensurePartitions(knex, before(now, 100 * dayMs), now);
  await fillDeliveries(knex, tenantId, deliveries, now);
  await knex.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    await trx.raw(
      `insert into calls
       select made.*
         from calls c
        cross join generate_series(1, cast(? as integer)) as n
        cross join lateral jsonb_populate_record(c, jsonb_build_object('id', c.id || '_' || n, 'provider_call_id', c.provider_call_id || '_' || n)) as made
        where c.id = (select id from calls where tenant_id = ? and completed_event_at is not null and dialer_dedupe_key is null limit 1)`,
      [calls, tenantId],
    );
  });
  // As autovacuum has done long since.
  await knex.raw('vacuum analyze webhook_deliveries, calls');
}

/** Reports one event after the other, each again until a cell has taken it. */
function startEvents({ system, nginx, otherCell }: Fleet, tenantId: string) {
  const accepted: string[] = [];
  let isOver = false;
  const turns = async (): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const name = `moving-${n}`;
      for (let tries = 0; ; tries++) {
        const url = [nginx.operatorUrl, otherCell.operatorUrl][tries % 2] ?? '';
        const status = await report(url, system.operatorToken, tenantId, name);
        if (status >= 200 && status < 300) break;
        assert.ok([404, 409, 503].includes(status), `an event was answered ${status}`);
        await pause(20);
      }
      accepted.push(name);
    }
  };
  const running = turns();
  running.catch(system.fail);
  return {
    accepted,
    async stop() {
      isOver = true;
      await running;
    },
  };
}
