import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Answer, Watch } from '../faults/matrix/load.ts';
import type { Customer, System } from '../faults/matrix/system.ts';

/**
 * A tenant that repeatedly makes an endpoint, looks for it in the list, and deletes it. The time in which it cannot write
 * is the pause of a fault, and a list without the new endpoint shows a loss.
 */
export interface Probe {
  /** Returns the longest time from then to now in which none of its writes succeeded, in milliseconds. */
  pauseSince(at: number): number;
  /** Holds what it had made and did not find. */
  readonly missed: readonly string[];
  stop(): Promise<void>;
}

const everyMs = 20;
/** The service answers or refuses by its deadline of eight seconds, and nginx may have tried other processes before. */
export const patienceMs = 12_000;

export function startProbe(system: System, customer: Customer, url: string, watch: Watch): Probe {
  // One customer may be probed twice, and a key that was used answers as it did before.
  const probe = randomUUID();
  const agent = new Agent({ connections: 4 });
  const succeeded: number[] = [performance.now()];
  const missed: string[] = [];
  let isOver = false;

  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> => {
    const answer = await request(`${url}/api/v1/public${path}`, {
      method,
      headers: { authorization: `Bearer ${customer.apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      dispatcher: agent,
      headersTimeout: patienceMs,
    })
      .then(async (response) => ({ status: response.statusCode, text: await response.body.text() }))
      .catch((error: unknown): Answer => ({ status: 0, text: String(error) }));
    // One at a time: until it is accepted it is the same request.
    watch('the probe', answer);
    return answer;
  };
  const untilDone = async (once: () => ReturnType<typeof ask>): Promise<string> => {
    for (;;) {
      const { status, text } = await once();
      if ((status >= 200 && status < 300) || (status === 404 && text.includes('webhook_not_found'))) return text;
      if (status >= 400 && status < 500 && status !== 409) throw new Error(`refused: ${status} ${text}`);
      await pause(everyMs);
    }
  };

  const turns = async (): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const body = { name: `Probe ${n}`, url: system.oracle.endpointUrl('probe'), idempotencyKey: `probe-${probe}-${n}` };
      const { endpoint } = JSON.parse(await untilDone(() => ask('POST', '/webhooks', body)));
      succeeded.push(performance.now());
      const { endpoints } = JSON.parse(await untilDone(() => ask('GET', '/webhooks')));
      if (!endpoints.some(({ id }: { id: string }) => id === endpoint.id)) missed.push(endpoint.id);
      await untilDone(() => ask('DELETE', `/webhooks/${endpoint.id}`));
      succeeded.push(performance.now());
      await pause(everyMs);
    }
  };
  const running = turns();
  running.catch(system.fail);

  return {
    missed,
    pauseSince(at) {
      const moments = [at, ...succeeded.filter((moment) => moment > at), performance.now()];
      return Math.max(...moments.slice(1).map((moment, n) => moment - (moments[n] ?? moment)));
    },
    async stop() {
      isOver = true;
      await running;
      await agent.destroy();
    },
  };
}
