import { advanceClock as advance } from '../db/database-clock.ts';
import { conflict } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { clockReply } from './read-clock.ts';

export const advanceClock: OperatorOperation<'advanceClock'> = async (context, { body }) => {
  if (context.config.environment !== 'sandbox') throw conflict('The clock can only be moved with RINGPOST_ENV=sandbox.');
  await advance(context.db.knex, context.clock, body.seconds);
  context.wake.deliveries();
  return { status: 200, body: await clockReply(context) };
};
