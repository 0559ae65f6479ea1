import { examples, withNewIds } from '../../src/contract/event-examples.ts';
import type { Finding } from '../conformance/check.ts';
import type { Exchange } from '../conformance/exchange.ts';
import { isObject } from '../contract/document.ts';
import { type Delivery, delivery as signedDelivery } from './delivery.ts';
import type { Wanted } from './run.ts';
import { answerOf, type How, isRefused, isTaken, type Probe } from './vector.ts';

/** What a probe needs of its run. */
export interface ProbeMeans {
  readonly now: () => Date;
  readonly uuid: () => string;
  readonly send: (delivery: Delivery, how: How) => Promise<Exchange>;
  readonly breakOff: (delivery: Delivery) => Promise<void>;
  readonly found: (finding: Finding) => void;
  readonly owes: (id: string, times: number) => void;
}

export function openProbe(
  wanted: Pick<Wanted, 'secret' | 'secondSecret' | 'event' | 'standardWebhooks' | 'failingHeaders'>,
  { now, uuid, send, breakOff, found, owes }: ProbeMeans,
): Probe {
  const { secret, secondSecret, standardWebhooks, failingHeaders } = wanted;
  const example = examples().find(({ event }) => wanted.event === null || event === wanted.event);
  if (!example) throw new Error(`The AsyncAPI document has no example of ${wanted.event}.`);
  const probe: Probe = {
    secret,
    secondSecret: secondSecret ?? '',
    failingHeaders,
    breakOff,
    timestamp: (seconds = 0) => String(Math.floor(now().getTime() / 1_000) + seconds),
    event: () => withNewIds(example.body, uuid),
    delivery({ body = example.body, ...differs } = {}) {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(isObject(body) ? withNewIds(body, uuid) : body));
      return signedDelivery({ id: uuid(), key: secret, timestamp: probe.timestamp(), standardWebhooks, ...differs, body: bytes });
    },
    send: (delivery, how = {}) => send(delivery, how),
    async takes(delivery, how = {}) {
      const exchange = await send(delivery, how);
      if (!isTaken(exchange)) probe.breach(`It must take the delivery with a 2xx, but ${answerOf(exchange)}.`, exchange);
      if (!how.mayBeIgnored) owes(delivery.id, 1);
    },
    async refuses(delivery) {
      const exchange = await send(delivery, {});
      if (isTaken(exchange)) probe.breach(`It must refuse the delivery with a 4xx, but ${answerOf(exchange)}.`, exchange);
      else if (!isRefused(exchange))
        probe.warn(`It takes nothing, but ${answerOf(exchange)}. A 401 tells a refusal from a failure of yours.`, exchange);
      owes(delivery.id, 0);
    },
    async survives(delivery) {
      const exchange = await send(delivery, {});
      if (!isTaken(exchange) && !isRefused(exchange))
        probe.breach(`It must take or refuse the delivery, but ${answerOf(exchange)}.`, exchange);
    },
    breach: (message, exchange) => found({ kind: 'fail', message, exchange: shown(exchange) }),
    warn: (message, exchange) => found({ kind: 'warn', message, exchange: shown(exchange) }),
  };
  return probe;
}

/** A longer body would fill a terminal, and no shell takes it as an argument. */
const longestShown = 20_000;

const shown = (exchange: Exchange | null): Exchange | null =>
  exchange?.request.body && exchange.request.body.length > longestShown ? null : exchange;
