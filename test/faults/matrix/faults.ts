import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { request } from 'undici';
import { closeGate, type GateName } from './gates.ts';
import { kill, leases, type Scene, type Strike, sent } from './scene.ts';
import type { Service } from './service.ts';
import type { System } from './system.ts';
import type { Fault } from './verdict.ts';

/** One way to strike. `target` is ready when it begins; a kind that kills leaves it dead. */
export interface FaultKind {
  readonly name: string;
  readonly kills: boolean;
  readonly needsRedis?: true;
  readonly pace?: Fault['pace'];
  /** Null where the place to strike at was not reached this time; nothing has been struck then. */
  strike(scene: Scene, target: Service): Promise<Strike | null>;
}

type Provoke = (scene: Scene, target: Service) => unknown;
const publish: Provoke = ({ load }, target) => load.publishTo(target);
const publishUnheld: Provoke = ({ load }) => load.publishUnheld();
const call: Provoke = ({ load, dice }, target) => {
  const scenario = dice.pick(['answered-interested', 'no-answer', 'callbacks-lost']);
  return dice.chance() < 0.5 ? load.callTo(target, scenario) : load.callOnceTo(target, scenario);
};

export const kills: readonly FaultKind[] = [
  killAtGate('before commit', 'commit', publish, 'never happens'),
  killAtGate('after commit, before wake', 'commit', publish, 'happens'),
  killAtGate('after claim', 'claim', publishUnheld, 'happens'),
  { name: 'after the socket write', kills: true, strike: (scene, target) => killWhileAnswersAreHeld(scene, target, async () => {}) },
  killAtGate('before settle', 'settle', publish, 'never happens'),
  killAtGate('mid-flush, rolled back', 'flush', publish, 'never happens'),
  killAtGate('mid-flush, committed', 'flush', publish, 'happens'),
  { name: 'mid-shutdown', kills: true, strike: (scene, target) => killWhileAnswersAreHeld(scene, target, beginShutdown) },
  killAtGate('before a call is committed', 'call', call, 'never happens'),
  killAtGate('between call commit and dial', 'call', call, 'happens'),
  { name: 'between dial and answer', kills: true, strike: killWhileItRings },
  { name: 'anywhere', kills: true, strike: killAnywhere },
];

export const others: readonly FaultKind[] = [
  { name: 'pg_terminate_backend', kills: false, strike: terminateBackends },
  { name: 'PostgreSQL restarted', kills: false, strike: (scene) => restartPostgres(scene, 'SIGINT') },
  { name: 'PostgreSQL crashed', kills: false, strike: (scene) => restartPostgres(scene, 'SIGQUIT') },
  { name: 'Redis killed', kills: false, needsRedis: true, pace: 'lost', strike: killRedis },
  { name: 'Redis flushed', kills: false, needsRedis: true, pace: 'lost', strike: flushRedis },
  { name: 'service clock stepped', kills: false, pace: 'stepped', strike: stepServiceClock },
  { name: 'machine clock stepped', kills: false, strike: stepMachineClock },
  { name: 'voice provider fails', kills: false, strike: failVoiceProvider },
  { name: 'pool exhausted', kills: false, strike: exhaustPool },
];

/** The process stands still in the middle of a statement. The statement comes to nothing; or it happens, and nobody learns of it. */
function killAtGate(name: string, gate: GateName, provoke: Provoke, statement: 'happens' | 'never happens'): FaultKind {
  return {
    name,
    kills: true,
    async strike(scene, target) {
      const closed = await closeGate(scene.system.databaseUrl, gate, target);
      try {
        if (!(await closed.untilReached(() => provoke(scene, target)))) return null;
        if (statement === 'never happens') return await kill(scene, target, closed.cutOff);
        target.signal('SIGSTOP');
        await closed.letHappen();
        return await kill(scene, target);
      } finally {
        await closed.close();
      }
    },
  };
}

const untilHeldMs = 4_000;
const enoughHeld = 4;

/** Requests have been written, and no receiver has answered yet. */
async function killWhileAnswersAreHeld(scene: Scene, target: Service, before: typeof beginShutdown): Promise<Strike | null> {
  const held = scene.system.oracle.hold();
  try {
    void scene.load.publishTo(target);
    for (const until = performance.now() + untilHeldMs; held.count() < enoughHeld; await pause(5))
      if (performance.now() > until) return null;
    await before(scene, target);
    return await kill(scene, target);
  } finally {
    held.release();
  }
}

async function beginShutdown({ dice }: Scene, target: Service): Promise<void> {
  target.signal('SIGTERM');
  await pause(dice.between(20, 400));
}

/** The provider has dialled and says nothing yet. */
async function killWhileItRings(scene: Scene, target: Service): Promise<Strike | null> {
  const { phoneNumber } = scene.load.callTo(target, scene.dice.pick(['provider-answers-late', 'provider-timeout-after-dialling']));
  const rings = (): boolean => scene.system.simulator.calls.all().some(({ number }) => number === phoneNumber);
  for (const until = performance.now() + untilHeldMs; !rings(); await pause(2)) if (performance.now() > until) return null;
  return kill(scene, target);
}

async function killAnywhere(scene: Scene, target: Service): Promise<Strike | null> {
  await pause(scene.dice.between(0, 700));
  return kill(scene, target);
}

/** All live deliveries are struck, and none of them may come twice because of it. */
async function struck(scene: Scene, inFlight: ReadonlySet<string> = new Set()): Promise<Strike> {
  const at = performance.now();
  return { at, held: new Set((await leases(scene, scene.system.services)).keys()), inFlight };
}

async function terminateBackends(scene: Scene, target: Service): Promise<Strike> {
  const strike = await struck(scene);
  await scene.system.context.db.knex.raw('select pg_terminate_backend(pid) from pg_stat_activity where application_name = ?', [
    target.name,
  ]);
  return strike;
}

/** Outcomes are committed without waiting for the disk: a crash may forget the last of them, a restart may not. */
async function restartPostgres(scene: Scene, signal: 'SIGINT' | 'SIGQUIT'): Promise<Strike> {
  const { system } = scene;
  const { rows } = await system.context.db.knex.raw<{ rows: { data_directory: string }[] }>('show data_directory');
  const pid = Number.parseInt(await readFile(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8'), 10);
  const { at, held } = await struck(scene);
  process.kill(pid, signal);
  await untilPostgresAnswers(system);
  return { at, held, inFlight: signal === 'SIGQUIT' ? sent(scene, await leases(scene)) : new Set() };
}

async function untilPostgresAnswers({ databaseUrl }: System): Promise<void> {
  await pause(100);
  for (const until = performance.now() + 30_000; performance.now() < until; await pause(50)) {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => {});
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isThere) return;
  }
  throw new Error('PostgreSQL did not come back');
}

async function killRedis(scene: Scene): Promise<Strike> {
  const strike = await struck(scene);
  await scene.system.redis?.killFor(scene.dice.between(200, 3_000));
  return strike;
}

async function flushRedis(scene: Scene): Promise<Strike> {
  const strike = await struck(scene);
  await scene.system.redis?.flush();
  return strike;
}

/** Further than a lease is long. Leases are in real time, so nothing comes again. The processes learn of the step within a second, one after the other. */
async function stepServiceClock(scene: Scene, target: Service): Promise<Strike> {
  const strike = await struck(scene);
  await advanceClock(scene.system, target, scene.dice.between(61, 300));
  await pause(everybodyKnowsMs);
  return strike;
}

const everybodyKnowsMs = 1_200;

export async function advanceClock(
  { operatorToken }: Pick<System, 'operatorToken'>,
  { operatorUrl }: Pick<Service, 'operatorUrl'>,
  seconds: number,
): Promise<void> {
  const { statusCode, body } = await request(`${operatorUrl}/api/v1/operator/clock/advance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`the clock was not advanced: ${statusCode} ${text}`);
}

/** An hour to a day, back or ahead: far outside any lease and any signature's tolerance. */
async function stepMachineClock(scene: Scene, target: Service): Promise<Strike> {
  const strike = await struck(scene);
  target.turnClock(scene.dice.pick([-1, 1]) * scene.dice.between(1, 24) * 3_600_000);
  return strike;
}

/** It answers 503 to everything, and dials all the same or does not. */
async function failVoiceProvider(scene: Scene, target: Service): Promise<Strike> {
  const strike = await struck(scene);
  const { faults } = scene.system.simulator;
  const { id } = faults.add({ link: 'voice', answer: '503', processed: scene.dice.chance() < 0.5 });
  for (let n = 0; n < callsWhileFailing; n++) void call(scene, target);
  await pause(scene.dice.between(500, 4_000));
  faults.remove(id);
  return strike;
}

const callsWhileFailing = 8;

/** Longer than the ten seconds that anybody waits for a connection. */
const exhaustedMs = 11_000;
const askers = 30;

/** Each connection of each pool waits for a table that somebody has locked, and more requests come than there are connections. */
async function exhaustPool(scene: Scene, target: Service): Promise<Strike> {
  const strike = await struck(scene);
  const locker = new pg.Client({ connectionString: scene.system.databaseUrl });
  locker.on('error', () => {});
  await locker.connect();
  try {
    // One lock: two would be a deadlock with whoever takes them in another order.
    await locker.query('begin; lock table only webhook_deliveries in access exclusive mode');
    for (let n = 0; n < askers; n++) void scene.load.publishTo(target);
    await pause(exhaustedMs);
  } finally {
    await locker.end();
  }
  return strike;
}
