import fc from 'fast-check';
import { Breach, type Check } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { type Drawn, drawnAlone, drawnAtOnce, operationIds, resolved } from '../sequences/drawn.ts';
import { type Answer, after, nothing, type Operation, type State } from '../sequences/model.ts';
import { type Play, perform } from '../sequences/perform.ts';
import { type Performed, possibleOrder } from '../sequences/possible-order.ts';
import { brokenRules, brokenRulesAtOnce } from '../sequences/rules.ts';
import type { World } from '../world.ts';

const rule = 'Public API: what each operation makes, changes and deletes, and nothing else does.';

/** Group S plays generated sequences of operations, each in a tenant of its own, and compares every answer with a model. */
export const sequenceChecks: readonly Check[] = [
  {
    id: 'S1',
    title: 'A sequence of operations leaves what a model of it leaves',
    rule,
    needs: ['operator', 'simulator', 'receiver'],
    profile: 'full',
    run: (world) =>
      expectHolds(world, 40, (report) =>
        fc.asyncProperty(fc.commands([drawnAlone(world.nobody).map(commandOf)], { maxCommands: 40, size: 'max' }), async (commands) => {
          await report(async (play) => {
            await fc.asyncModelRun(() => ({ model: { state: nothing }, real: play }), commands);
          });
        }),
      ),
  },
  {
    id: 'S2',
    title: 'What several clients do at once has a possible order',
    rule,
    needs: ['operator', 'receiver'],
    profile: 'full',
    run: (world) =>
      expectHolds(world, 60, (report) =>
        fc.asyncProperty(
          fc.array(drawnAtOnce(world.nobody), { maxLength: 3 }),
          fc.array(fc.array(drawnAtOnce(world.nobody), { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 3 }),
          (before, clients) => report((play) => playAtOnce(play, before, clients)),
        ),
      ),
  },
];

/** Returns one operation of a sequence. It is left out where it makes no sense in the state of the model. */
const commandOf = (drawn: Drawn): fc.AsyncCommand<{ state: State }, Play> => ({
  check: ({ state }) => resolved(drawn, state) !== null,
  async run(model, play) {
    model.state = await step(play, model.state, drawn);
  },
  toString: () => drawn.kind,
});

/** Performs an operation, and throws a `Breach` for an answer that is impossible in this state. */
async function step(play: Play, state: State, drawn: Drawn): Promise<State> {
  const operation = resolved(drawn, state);
  if (operation === null) return state;
  const answer = await perform(play, state, operation);
  const reached = after(state, operation, answer);
  if (typeof reached !== 'string') return reached;
  throw new Breach(`${told(operation)}: ${reached}.`, null, { rules: brokenRules(state, operation, answer) });
}

async function playAtOnce(play: Play, before: readonly Drawn[], clients: readonly (readonly Drawn[])[]): Promise<void> {
  let state = nothing;
  for (const drawn of before) state = await step(play, state, drawn);
  const performed: Performed[] = [];
  const client = async (operations: readonly Drawn[]): Promise<void> => {
    for (const drawn of operations) {
      const operation = resolved(drawn, state);
      if (operation === null) continue;
      const begin = performance.now();
      const answer = await perform(play, state, operation);
      performed.push({ operation, answer, begin, end: performance.now() });
    }
  };
  await Promise.all(clients.map(client));
  // The lists that follow say what is there in the end.
  const lists = [{ kind: 'list endpoints' }, { kind: 'list triggers' }] as const;
  for (const operation of lists.filter(({ kind }) => play.tenant.api.offers(operationIds[kind]))) {
    const begin = performance.now();
    performed.push({ operation, answer: await perform(play, state, operation), begin, end: performance.now() });
  }
  // `idempotency_in_progress`: nothing was done, because another request with the key was under way.
  const done = performed.filter(
    ({ operation, answer }) => !(operation.kind === 'create endpoint' && operation.key && answer.status === 503),
  );
  if (possibleOrder(state, done) !== null) return;
  const sentence = `No order of these gives their answers: ${performed.map(toldWithAnswer).join('; ')}.`;
  throw new Breach(sentence, null, { rules: brokenRulesAtOnce(state, performed) });
}

/**
 * Plays sequences until one is broken, shrinks it and reports the shortest. The run's seed decides every draw. Each
 * play has a tenant of its own, so what one leaves behind does not disturb another.
 */
async function expectHolds<Drawings extends [unknown, ...unknown[]]>(
  world: World,
  runs: number,
  property: (report: (act: (play: Play) => Promise<void>) => Promise<void>) => fc.IAsyncProperty<Drawings>,
): Promise<void> {
  const broken: { shortest: Breach | null; error: unknown; shrinkUntil: number } = { shortest: null, error: null, shrinkUntil: Infinity };
  const report = async (act: (play: Play) => Promise<void>): Promise<void> => {
    // A request that could not be sent says nothing about the sequence, so it ends the check.
    if (broken.error !== null || performance.now() > broken.shrinkUntil) return;
    const exchanges: Exchange[] = [];
    try {
      await act({ world, tenant: await world.freshTenant(), receiverUrl: world.receiver.inbox().url, exchanges });
    } catch (error) {
      if (!(error instanceof Breach)) broken.error = error;
      else {
        broken.shrinkUntil = Math.min(broken.shrinkUntil, performance.now() + world.shrinkSeconds * 1_000);
        broken.shortest = new Breach(error.message, error.exchange ?? exchanges.at(-1) ?? null, { ...error.parts, sequence: exchanges });
        throw error;
      }
    }
  };
  // No limit of time decides how many sequences are played: a slow machine would see less.
  await fc.check(property(report), { seed: world.seed, numRuns: runs });
  if (broken.error !== null) throw broken.error;
  if (broken.shortest !== null) throw broken.shortest;
}

const told = (operation: Operation): string =>
  Object.entries(operation)
    .map(([name, value]) => (name === 'kind' ? String(value) : `${name} ${value}`))
    .join(', ');

const toldWithAnswer = ({ operation, answer }: { readonly operation: Operation; readonly answer: Answer }): string =>
  `${told(operation)} → ${answer.status}${answer.id === undefined ? '' : ` ${answer.id}`}`;
