import { freePort } from '../../../cli/parts/ports.ts';
import type { Result } from '../../../tools/conformance/check.ts';
import { isCannotTell } from '../../../tools/conformance/conclusive.ts';
import type { Documents } from '../../../tools/conformance/documents.ts';
import { type Run, runConformance, type Wanted } from '../../../tools/conformance/run.ts';
import { type Mutant, startProxy } from './mutant.ts';

/** Hears a run and says nothing. */
export const silent = { began() {}, ended() {}, paced() {}, waiting() {} };

/** A run with a fixed seed, which makes no broken sequence shorter. `only` as on the command line. */
export const judge = (
  { target }: Pick<Wanted, 'target'>,
  only: readonly string[] = [],
  { seed = 1, shrinkSeconds = 0, documents }: Judging = {},
): Promise<Run> => runConformance({ target, profile: 'full', seed, only, shrinkSeconds }, silent, documents);

interface Judging extends Partial<Pick<Wanted, 'seed' | 'shrinkSeconds'>> {
  readonly documents?: Documents;
}

/** What the checks come to of a service that is broken as the mutant says. */
export async function judgeMutant(
  { target }: Pick<Wanted, 'target'>,
  mutant: Mutant,
  only: readonly string[],
  more?: Judging,
): Promise<Run> {
  const origin = new URL(target.baseUrl).origin;
  const proxy = await startProxy(origin, mutant);
  try {
    return await judge({ target: { ...target, baseUrl: target.baseUrl.replace(origin, proxy.origin) } }, only, more);
  } finally {
    await proxy.stop();
  }
}

/** What the checks come to where webhooks are broken on their way to the run's receiver, as the mutant says. */
export async function judgeWebhookMutant({ target }: Pick<Wanted, 'target'>, mutant: Mutant, only: readonly string[]): Promise<Run> {
  const port = await freePort();
  const proxy = await startProxy(`http://127.0.0.1:${port}`, mutant);
  try {
    return await judge({ target: { ...target, receiver: { port, url: proxy.origin } } }, only);
  } finally {
    await proxy.stop();
  }
}

export function resultOf({ results }: Run, id: string): Result {
  const found = results.find(({ check }) => check.id === id);
  if (!found) throw new Error(`The run had no check ${id}.`);
  return found;
}

/** The checks that did not pass, in a line each, without those for which this machine was too slow. */
export const notPassed = ({ results }: Run): readonly string[] =>
  results
    .filter(({ verdict, findings }) => verdict !== 'pass' && (verdict !== 'warn' || !findings.every(isCannotTell)))
    .map(({ check, verdict, reason }) => `${check.id} ${verdict} ${reason ?? ''}`);

/** What failed, in sentences, for the message of an assertion. */
export const told = ({ results }: Run): string =>
  results
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .map(
      ({ check, findings }) =>
        `${check.id} ${check.title}: ${findings
          .slice(0, 3)
          .map(({ message }) => message)
          .join(' ')}`,
    )
    .join('\n');
