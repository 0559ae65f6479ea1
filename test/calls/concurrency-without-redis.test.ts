import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Context } from '../../src/context.ts';
import { pacingWithFallback } from '../../src/pacing/fallback.ts';
import type { Pacing } from '../../src/pacing/pacing.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { type ApiClient, startPublic } from '../support/api.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { agent, apiKey, phoneNumber, tenant } from '../support/fixtures.ts';
import { type Link, linkTo } from '../support/link.ts';
import { withoutRedis } from '../support/redis.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { permitsTaken } from './calling.ts';

/** Two processes place 30 calls of a tenant at once, and Redis is struck in the middle of it. */
describe('exactly ten of thirty calls pass at a limit of ten', { skip: withoutRedis }, () => {
  let context: TestContext;
  let server: RedisServer;
  before(async () => {
    context = await testContext();
    server = await startRedisServer();
  });
  after(async () => {
    await context.close();
    await server.remove();
  });

  const strikes: Readonly<Record<string, (way: Link) => Promise<void>>> = {
    'Redis is killed and starts again empty': async () => {
      await server.kill();
      await server.start();
    },
    'one of the processes loses its way to Redis for good': (way) => way.close(),
    'Redis is emptied': async () => void (await server.ask('flushall')),
    'Redis is full for a moment': async () => {
      await server.ask('config', 'set', 'maxmemory', 1);
      await server.ask('config', 'set', 'maxmemory', 0);
    },
  };
  /** In the order in which a request meets them: so many budgets asked, or so many calls dialled. */
  const moments = [{ budgets: 1 }, { budgets: 25 }, { dials: 1 }, { dials: 5 }, { dials: 10 }] as const satisfies readonly {
    budgets?: number;
    dials?: number;
  }[];

  for (const [what, strike] of Object.entries(strikes))
    test(what, async () => {
      for (const moment of moments) {
        const way = await linkTo(server.port);
        const countdown = { budgets: 0, dials: 0, ...moment };
        const struck: Promise<void>[] = [];
        const passes = (one: 'budgets' | 'dials'): void => {
          countdown[one] -= 1;
          if (countdown[one] === 0) struck.push(strike(way));
        };
        const processes = [await openProcess(server.url, passes), await openProcess(`redis://127.0.0.1:${way.port}`, passes)];
        try {
          const answers = await placeThirty(processes.map(({ api }) => api));
          assert.equal(struck.length, 1);
          await Promise.all(struck);
          assert.deepEqual(answers, { placed: 10, concurrent_limit_exceeded: 20, live: 10 }, JSON.stringify(moment));
        } finally {
          await Promise.all(processes.map(({ close }) => close()));
          await way.close();
        }
      }
    });

  /** How they were answered, and how many calls are live afterwards. */
  async function placeThirty(apis: readonly ApiClient[]): Promise<Readonly<Record<string, number>>> {
    const { id } = await tenant(context, { limits: { concurrentCalls: 10, writesPerMinute: 1_000 } });
    const [agentId, { text: key }] = [await agent(context, id), await apiKey(context, id), await phoneNumber(context, id)];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const api = apis[n % apis.length] ?? assert.fail();
        return api.with(key).post('/calls', { agentId, phoneNumber: '+14155550100', ...(n % 3 === 0 && { idempotencyKey: `key-${n}` }) });
      }),
    );
    const counts: Record<string, number> = {};
    for (const { status, body } of answers) {
      const answer: string = status === 201 ? 'placed' : body.error.code;
      counts[answer] = (counts[answer] ?? 0) + 1;
    }
    return { ...counts, live: await permitsTaken(context, id) };
  }

  /** On the database that all share. `passes` is told of each budget that is asked and of each call that is dialled. */
  async function openProcess(redisUrl: string, passes: (what: 'budgets' | 'dials') => void) {
    const paced = await pacingWithFallback({ url: redisUrl, log: createLog('silent'), metrics: createMetrics() });
    const pacing: Pacing = {
      ...paced,
      take(bucket, at) {
        passes('budgets');
        return paced.take(bucket, at);
      },
    };
    const voice: Context['voice'] = {
      ...context.voice,
      async place(call) {
        passes('dials');
        return context.voice.place(call);
      },
    };
    const listening = await startPublic({ ...context, pacing, voice });
    return {
      api: listening.api,
      async close() {
        await listening.close();
        await paced.close();
      },
    };
  }
});
