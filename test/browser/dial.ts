import assert from 'node:assert/strict';
import type { Simulator } from '../../simulator/simulator.ts';

/** Has a simulator dial a number, as the service asks its provider to. */
export async function dial({ vapiUrl }: Simulator, number: string, name = 'call_1'): Promise<void> {
  const response = await fetch(`${vapiUrl}/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer simulated' },
    body: JSON.stringify({ name, phoneNumberId: 'pn_1', customer: { number }, assistant: {} }),
  });
  assert.equal(response.status, 201);
}
