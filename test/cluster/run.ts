import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endAll } from '../support/end-all.ts';
import { drillFailover } from './failover.ts';
import { drillFleet, type Length } from './fleet-drill.ts';
import { help, readOptions } from './options.ts';
import { hasPassed, nothingSeen, type Outcome, outcomeTable } from './outcome.ts';
import { failoverPrograms, fleetPrograms, missingPrograms } from './programs.ts';
import { drillRestore } from './restore.ts';

/**
 * `npm run test:cluster`: its options are in `options.ts`, and `--help` prints them. The failover by Patroni is drilled where its
 * programs are installed. Exits 1 if anything is lost, dialled twice or sent again without a reason, or if a restart that was planned is
 * seen by a client; 2 if a program is missing.
 */
const options = readOptions(process.argv.slice(2));
if (options === null) {
  console.log(help);
  process.exit(0);
}
const { drills } = options;
const isOnlyFailover = drills.size === 1 && drills.has('failover');
const missing = await missingPrograms(isOnlyFailover ? failoverPrograms : fleetPrograms);
if (missing !== null) {
  console.error(missing);
  process.exit(2);
}
const lacksPatroni = drills.has('failover') ? await missingPrograms(failoverPrograms) : null;

const short: Length = { calmMs: 500, deadEvents: 2, history: { deliveries: 5_000, calls: 500, longestPauseMs: null } };
const long: Length = { calmMs: 8_000, deadEvents: 8, history: { deliveries: 1_000_000, calls: 100_000, longestPauseMs: 5_000 } };

endAll(async (cleanups) => {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-cluster-'));
  await chmod(folder, 0o755);
  const { seed, isShort } = options;
  const outcomes: Outcome[] = [];
  if (drills.has('faults') || drills.has('move'))
    outcomes.push(shown(await drillFleet({ options, folder, cleanups, say, ...(isShort ? short : long) })));
  else if (drills.has('restore')) outcomes.push(shown({ ...nothingSeen, drilled: await drillRestore(seed, folder, cleanups) }));
  if (drills.has('failover') && lacksPatroni === null) outcomes.push(shown(await drillFailover(options, folder, say, cleanups)));
  if (lacksPatroni !== null) console.log(`The failover by Patroni was not drilled. ${lacksPatroni}`);
  const havePassed = outcomes.every(hasPassed);
  if (havePassed) cleanups.unshift(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return { code: havePassed ? 0 : 1 };
});

function shown(outcome: Outcome): Outcome {
  console.log(`\n${outcomeTable(outcome)}\n`);
  return outcome;
}

function say(what: string): void {
  console.log(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${what}`);
}
