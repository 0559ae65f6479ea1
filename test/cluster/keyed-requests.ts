import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import type { Customer, System } from '../faults/matrix/system.ts';

/** Places calls with their keys, each again and again until it is accepted. */
export async function callsOf(
  { services: [service] }: System,
  { apiKey, agentId }: Customer,
  from: number,
  count: number,
): Promise<readonly string[]> {
  const numbers = Array.from({ length: count }, (_, n) => `+141555${String(50_000 + from + n)}`);
  const answers = await Promise.all(
    numbers.map((phoneNumber) =>
      post(`${service.publicUrl}/api/v1/public/calls`, apiKey, { agentId, phoneNumber, idempotencyKey: `call-${phoneNumber}` }),
    ),
  );
  return answers.map(({ call }) => call.id);
}

/** Sends texts with their keys, as an operator, each again and again until it is accepted. */
export async function textsOf({ services: [service], operatorToken }: System, { tenantId }: Customer, count: number): Promise<void> {
  const url = `${service.operatorUrl}/api/v1/operator/tenants/${tenantId}/messages`;
  const numbers = Array.from({ length: count }, (_, which) => textNumberFor('delivered', { which }));
  await Promise.all(numbers.map((to) => post(url, operatorToken, { to, body: `Still selling? ${to}`, dedupeKey: `text-${to}` })));
}

const retryMs = 200;
const withinMs = 120_000;

// biome-ignore lint/suspicious/noExplicitAny: the drill reads members that the documents promise, and fails where they are missing.
export async function post(url: string, key: string, body: object): Promise<any> {
  const last = performance.now() + withinMs;
  for (;;) {
    const answer = await request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode < 300) return JSON.parse(text);
    if (answer.statusCode < 500 || performance.now() > last) throw new Error(`${url} answered ${answer.statusCode} ${text}`);
    await pause(retryMs);
  }
}
