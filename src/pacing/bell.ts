import { randomUUID } from 'node:crypto';
import { Cluster, type Redis } from 'ioredis';
import type { Log } from '../process/log.ts';
import type { RedisClient } from './redis-client.ts';

/** Notifies the other processes, at once and then at most every 50 ms, and listens to them on a separate connection. */
export function openBell(client: RedisClient, log: Log) {
  const ourselves = randomUUID();
  const listeners: (() => void)[] = [];
  const heard = (_channel: string, from: string): void => {
    if (from !== ourselves) for (const listener of listeners) listener();
  };
  const ear = client instanceof Cluster ? listenAtAnyNode(client, heard, log) : listenAt(client, heard, log);
  let resting: NodeJS.Timeout | undefined;
  let again = false;

  const ring = (): void => {
    if (resting) {
      again = true;
      return;
    }
    if (client.status === 'ready') client.publish(channel, ourselves).catch(() => {});
    resting = setTimeout(() => {
      resting = undefined;
      if (again) ring();
    }, pingEveryMs).unref();
    again = false;
  };
  return {
    ring,
    listen: (listener: () => void): void => {
      listeners.push(listener);
    },
    close: (): void => {
      clearTimeout(resting);
      ear.close();
    },
  };
}

export type Bell = ReturnType<typeof openBell>;

const pingEveryMs = 50;
const channel = 'ringpost:due';
const nextNodeAfterMs = 100;

type Heard = (channel: string, message: string) => void;

function listenAt(client: Redis, heard: Heard, log: Log, options = {}): { subscriber: Redis; close(): void } {
  // The code subscribes at every connection itself. ioredis does not catch errors of its own resubscription, and a
  // connection lost at that moment would be an unhandled rejection, which ends the process.
  const subscriber = client.duplicate({ ...options, autoResubscribe: false });
  subscriber.on('error', (error: Error) => log.debug({ error: error.message }, 'redis subscriber'));
  subscriber.on('ready', () => void subscriber.subscribe(channel).catch(() => {}));
  subscriber.on('message', heard);
  return { subscriber, close: () => subscriber.disconnect() };
}

/**
 * Listens at one node of a cluster, which passes on messages from all nodes. If that node is lost the code moves to
 * another one itself: the subscriber of ioredis may choose the dead node next, and has then forgotten its
 * subscriptions.
 */
function listenAtAnyNode(cluster: Cluster, heard: Heard, log: Log): { close(): void } {
  let isClosed = false;
  let ear: { close(): void } | undefined;
  let choosing: NodeJS.Timeout | undefined;

  const choose = (): void => {
    if (isClosed) return;
    const nodes = cluster.nodes();
    const node = nodes[Math.floor(Math.random() * nodes.length)];
    if (!node) {
      chooseLater();
      return;
    }
    const { subscriber, close } = listenAt(node, heard, log, { lazyConnect: false, retryStrategy: null });
    subscriber.once('end', chooseLater);
    ear = { close };
  };
  const chooseLater = (): void => {
    choosing = setTimeout(choose, nextNodeAfterMs).unref();
  };
  choose();
  return {
    close() {
      isClosed = true;
      clearTimeout(choosing);
      ear?.close();
    },
  };
}
