import pg, { type Pool, type QueryConfig } from 'pg';
import type { Context } from '../../src/context.ts';

/** The statements that this process sent to PostgreSQL. */
export interface Asked {
  /** Lists the first words of each statement, in order. */
  readonly statements: readonly string[];
  /** Counts statements, where those under way at the same time count as one. */
  readonly roundTrips: number;
}

type Query = (...given: unknown[]) => unknown;

/** Returns the context with an engine to which the database is away for the first statements of this name. */
export function losing<Of extends Pick<Context, 'db'>>(context: Of, name: string, times = 1): Of {
  const { engine } = context.db;
  let losses = times;
  const query = async (asked: QueryConfig) => {
    if (asked.name === name && losses-- > 0) throw new Error('Connection terminated unexpectedly');
    return engine.query(asked);
  };
  return { ...context, db: { ...context.db, engine: Object.create(engine, { query: { value: query } }) } };
}

/** Returns the context with an engine on which something happens right after a certain question, once. */
export function interruptedAfter<Of extends Pick<Context, 'db'>>(context: Of, question: RegExp, happens: () => Promise<unknown>): Of {
  let hasHappened = false;
  const { engine } = context.db;
  const query = async (asked: QueryConfig | string, values?: unknown[]) => {
    const answer = await (typeof asked === 'string' ? engine.query(asked, values) : engine.query(asked));
    if (!hasHappened && question.test(typeof asked === 'string' ? asked : (asked.name ?? ''))) {
      hasHappened = true;
      await happens();
    }
    return answer;
  };
  return { ...context, db: { ...context.db, engine: { query, connect: () => engine.connect() } as unknown as Pool } };
}

/** Counts every statement of every connection while `work` runs. Nothing else in the process may use the database meanwhile. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Asked> {
  const { prototype } = pg.Client;
  const query: Query = prototype.query as Query;
  const statements: string[] = [];
  let roundTrips = 0;
  let underWay = 0;
  prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    statements.push(textOf(given[0]).trim().replaceAll(/\s+/g, ' ').slice(0, 60));
    if (underWay === 0) roundTrips += 1;
    underWay += 1;
    const ended = (): void => {
      underWay -= 1;
    };
    const index = given.findLastIndex((each) => typeof each === 'function');
    const callback = given[index];
    if (typeof callback !== 'function') return Promise.resolve(query.apply(this, given)).finally(ended);
    given[index] = (...results: unknown[]) => {
      ended();
      callback(...results);
    };
    return query.apply(this, given);
  } as typeof prototype.query;
  try {
    await work();
  } finally {
    prototype.query = query as typeof prototype.query;
  }
  return { statements, roundTrips };
}

const textOf = (asked: unknown): string =>
  typeof asked === 'string' ? asked : typeof asked === 'object' && asked !== null && 'text' in asked ? String(asked.text) : '';
