import fc from 'fast-check';
import { judge } from './judge.ts';
import { type FuzzedRequest, recipes, requestOf } from './requests.ts';
import type { FuzzedRoute } from './routes.ts';
import { type Answer, send } from './send.ts';
import type { Stage } from './stage.ts';

/** Something that an answer must not be, and the smallest request found that is answered so. */
export interface Failure {
  readonly wrong: string;
  readonly request: FuzzedRequest;
}

export interface Fuzzing {
  readonly routes: readonly FuzzedRoute[];
  readonly seed: number;
  /** Asked before each request. */
  goesOn(): boolean;
  onAnswers(request: FuzzedRequest, answers: readonly Answer[]): void;
  onFailure(failure: Failure): void;
}

/** Several at a time, because some mistakes need two. */
const lanes = 4;
/** Things that exist get spoilt on the way: after so many requests a lane has new ones. */
const requestsOfBatch = 300;
/** Requests that making a failure smaller may take. One that hangs takes a minute and counts as sixty: time itself would end it early on a busy machine. */
const triesToShrink = 120;
const triesOfHanging = 60;

export type Fuzzed = Pick<Stage, 'origins' | 'operatorToken' | 'takeErrors' | 'newIds' | 'signVoice' | 'signText'>;

/** Asks until it is to end. Each kind of failure is made smaller and told once. */
export async function fuzz(stage: Fuzzed, fuzzing: Fuzzing): Promise<readonly Failure[]> {
  const failures = new Map<string, Failure>();
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(stage, fuzzing, lane, failures)));
  return [...failures.values()];
}

async function runLane(stage: Fuzzed, fuzzing: Fuzzing, lane: number, failures: Map<string, Failure>): Promise<void> {
  const { routes, seed, goesOn, onAnswers, onFailure } = fuzzing;
  for (let batch = 0; goesOn(); batch++) {
    const ids = await stage.newIds();
    const found: Failure[] = [];
    let tries = 0;
    const property = fc.asyncProperty(recipes(routes), async (recipe) => {
      if (found.length === 0 ? !goesOn() : tries >= triesToShrink) return true;
      const request = requestOf(recipe, stage, ids);
      const answers = await send(stage.origins[recipe.route.api], request);
      if (found.length > 0) tries += answers.some(({ kind }) => kind === 'hangs') ? triesOfHanging : 1;
      onAnswers(request, answers);
      const wrong = judge(request, answers, stage.takeErrors(answers.flatMap(requestIdOf)));
      if (wrong === null || failures.has(kindOf(request, wrong))) return true;
      found.push({ wrong, request });
      return false;
    });
    await fc.check(property, { seed: (seed + lane * 1_000_003 + batch * 4_000_037) | 0, numRuns: requestsOfBatch });
    // Each one after the first is a smaller one.
    const smallest = found.at(-1);
    if (smallest && !failures.has(kindOf(smallest.request, smallest.wrong))) {
      failures.set(kindOf(smallest.request, smallest.wrong), smallest);
      onFailure(smallest);
    }
  }
}

const requestIdOf = (answer: Answer): readonly string[] =>
  answer.kind === 'answer' ? [answer.response.headers['x-request-id'] ?? ''] : [];

const kindOf = ({ route }: FuzzedRequest, wrong: string): string => `${route.id}: ${wrong.split(':')[0]}`;
