import { performance } from 'node:perf_hooks';
import { setupServer } from 'msw/node';
import { createClient } from '../../sdk/client.ts';
import { mockRingpost } from '../../sdk/testing/msw.ts';

/**
 * Ten calls on the in-process mock, in a process where nothing else keeps the event loop awake. Prints how many milliseconds the
 * loop slept meanwhile, which is a count of waits and not of work: a slow machine sleeps no longer.
 */
const { handlers, apiKey } = mockRingpost({ agents: [{ id: 'agt_1' }] });
setupServer(...handlers).listen({ onUnhandledRequest: 'error' });
const client = createClient({ baseUrl: 'https://ringpost.test/api/v1/public', apiKey });
const { idleTime } = performance.nodeTiming;
for (let place = 0; place < 10; place += 1) {
  const { call } = await client.placeCall({ agentId: 'agt_1', phoneNumber: `+1555001000${place}` });
  await client.waitForCall(call.id);
}
process.stdout.write(`${performance.nodeTiming.idleTime - idleTime}`);
