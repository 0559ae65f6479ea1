import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { WebhookLoad } from '../webhook-load.ts';

const refusedMs = 1_000;

/** For a second every receiver answers 500; then every session of PostgreSQL is ended, in whatever it is doing. */
export async function strike(load: WebhookLoad): Promise<void> {
  load.answerWith(500);
  await pause(refusedMs);
  load.answerWith(200);
  const client = new pg.Client(load.context.db.engine.options);
  await client.connect();
  try {
    await client.query(
      `select pg_terminate_backend(pid)
         from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
  } finally {
    await client.end();
  }
}

/** Does it again and again until it succeeds or this time is over. Zero: it is done once. */
export async function repeated<Result>(patienceMs: number, once: () => Promise<Result>): Promise<Result> {
  for (const end = performance.now() + patienceMs; ; await pause(retryMs)) {
    try {
      return await once();
    } catch (error) {
      if (performance.now() >= end) throw error;
    }
  }
}

const retryMs = 200;
