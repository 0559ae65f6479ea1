import { answering, jsonOf, type Mutant, type Passed, type Returned } from '../mutant.ts';
import type { MutantTest } from '../mutant-tests.ts';
import { judgeMutant } from '../run.ts';

/** A service that is broken in one place by a proxy before it. */
export interface BrokenService extends Omit<MutantTest, 'where' | 'run'> {
  /** As in: on a service that breaks down. */
  readonly what: string;
  readonly mutant: () => Mutant;
  /** Decides what is drawn, and so how soon the fault is met; 1 by default. */
  readonly seed?: number;
}

export const brokenServices = (services: readonly BrokenService[]): readonly MutantTest[] =>
  services.map(({ what, mutant, seed = 1, ...rest }) => ({
    ...rest,
    where: `on a service that ${what}`,
    run: (deployment, only) => judgeMutant(deployment, mutant(), only, { seed }),
  }));

export const to = (request: Passed, method: string, path: RegExp): boolean => request.method === method && path.test(request.path);

/** Null takes the header away. */
export const withHeader = (response: Returned, name: string, value: string | null): Returned => {
  const { [name]: _, ...rest } = response.headers;
  return { ...response, headers: value === null ? rest : { ...rest, [name]: value } };
};

export const refused = {
  error: { code: 'invalid_request', message: 'No.', details: { errors: [{ path: '/body', message: 'is wrong' }] } },
};
export const broken = { error: { code: 'internal_error', message: 'Oops.' } };

/** Answers one code where another is right. */
export const miscalling = (right: string, wrong: string): Mutant =>
  answering((json) => {
    const { error } = (json ?? {}) as { error?: { code?: string } };
    return error?.code === right ? { error: { ...error, code: wrong } } : undefined;
  });

/** Gives the first answer again to requests that it takes for the same. */
export function remembering(sameAs: (request: Passed) => string | null): Mutant {
  const answers = new Map<string, Returned>();
  return {
    response(response, request) {
      const key = sameAs(request);
      if (key === null) return response;
      const first = answers.get(key);
      if (!first) answers.set(key, response);
      return first ? { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } } : response;
    },
  };
}

export const idempotencyKeyOf = ({ body }: Passed): string | null =>
  /"idempotencyKey": ?"([^"]*)"/.exec(body.toString('utf8'))?.[1] ?? null;

/** Answers one time only, as the first that it is asked for what is over a limit. */
export function oneTooMany(isOver: (response: Returned) => boolean, instead: (response: Returned) => Returned): Mutant {
  let once = false;
  return {
    response(response) {
      if (once || !isOver(response)) return response;
      once = true;
      return instead(response);
    },
  };
}

export const nameOf = ({ body }: Passed): string => {
  const json = jsonOf(body);
  return typeof json === 'object' && json !== null && 'name' in json && typeof json.name === 'string' ? json.name : '';
};
