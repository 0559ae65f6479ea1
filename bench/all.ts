import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runsTypeScript } from '../test/support/typescript.ts';
import { machine } from '../tools/load/machine.ts';
import { tableText } from '../tools/load/report/table.ts';
import { benchPage } from './report/page.ts';
import { write } from './report/publish.ts';
import type { Report } from './report/report.ts';
import { findingsTable, heldSentence, judge } from './report/thresholds.ts';
import { benchOptions } from './stage/bench-options.ts';

/**
 * `npm run bench` runs every bench for a short time, writes the results of all as JSON and as a page, and judges
 * them by `thresholds.json`. `--long` gives each bench its own default length. `--check` exits 1 if a threshold is missed or
 * was not measured. It fails if any bench fails.
 */
const options = benchOptions('all', {
  long: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  only: { type: 'string', default: 'api,open,scale,start,dispatch' },
});

const names = options.only.split(',');
const missing = names.find((name) => !existsSync(pathOf(name)));
if (missing !== undefined) throw new Error(`There is no bench ${missing}: bench/README.md names all.`);
const begunOn = machine();
const reports: Report[] = [];
for (const name of names) {
  console.log(`\n== ${name} ==\n`);
  reports.push(await runBench(name));
}
const findings = judge(Object.fromEntries(reports.flatMap(({ figures }) => Object.entries(figures))));
const run = { at: new Date(), machine: begunOn, findings, reports };
const files = await write('bench', run, benchPage(run));
console.log(`\n${tableText(findingsTable(findings))}\n\n${heldSentence(findings)}\n\n${files}`);
if (options.check && findings.some(({ verdict }) => verdict !== 'held')) process.exitCode = 1;

function pathOf(name: string): string {
  return fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
}

/** Runs a bench in its own process, so that it leaves nothing behind for the next. */
async function runBench(name: string): Promise<Report> {
  const child = fork(pathOf(name), options.long ? [] : ['--quick'], {
    execArgv: [...runsTypeScript],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let given: Report | undefined;
  child.on('message', (report) => {
    // Only `publish` sends a message.
    given = report as Report;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`bench:${name} failed.`);
  if (!given) throw new Error(`bench:${name} published nothing.`);
  return given;
}
