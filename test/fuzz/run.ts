import { type Failure, fuzz } from './fuzz.ts';
import { readOptions } from './options.ts';
import { asCommand } from './report.ts';
import { fuzzedRoutes } from './routes.ts';
import { openStage } from './stage.ts';

/**
 * `npm run test:fuzz [-- --minutes N --seed N]`: every operation of the public API, the providers' callbacks and the
 * operator API is asked valid requests of its document in which something was changed. Each answer must come, be none of
 * 500 and above, be what the document says, tell nothing of the inside, and leave no error in the log. What fails is
 * made smaller and printed as a command. Exits 1 if anything failed.
 */
const { minutes, seed } = readOptions(process.argv.slice(2));
const again = `npm run test:fuzz -- --minutes ${minutes} --seed ${seed}`;
console.log(`seed ${seed}: again with ${again}`);

const broken: unknown[] = [];
for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, (error: unknown) => void broken.push(error));

const stage = await openStage();
const routes = fuzzedRoutes();
const statuses = new Map<string, Map<number, number>>(routes.map(({ id }) => [id, new Map()]));
let asked = 0;
const end = performance.now() + minutes * 60_000;
const failures = await fuzz(stage, {
  routes,
  seed,
  goesOn: () => performance.now() < end,
  onAnswers({ route }, answers) {
    asked += 1;
    const counts = statuses.get(route.id);
    for (const answer of answers)
      if (answer.kind === 'answer') counts?.set(answer.response.status, (counts.get(answer.response.status) ?? 0) + 1);
  },
  onFailure: printFailure,
});
await stage.close();

printTable();
for (const error of broken) console.error('thrown where nobody caught it:', error);
console.log(`${asked} requests to ${routes.length} operations, ${failures.length + broken.length} failures (seed ${seed}).`);
process.exit(failures.length + broken.length > 0 ? 1 : 0);

/** How often each operation answered what: one that never came past its refusals was hardly tried. */
function printTable(): void {
  for (const [id, counts] of statuses) {
    const cells = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`);
    console.log(`${id.padEnd(30)} ${cells.join('  ')}`);
  }
}

function printFailure({ wrong, request }: Failure): void {
  console.error(`\n✖ ${request.route.id}: ${wrong.slice(0, 2_000)}\n  ${asCommand(stage.origins[request.route.api], request)}\n  ${again}`);
}
