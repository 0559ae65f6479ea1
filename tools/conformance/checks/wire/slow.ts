import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from '../../check.ts';
import { writingOperation } from '../../plain-request.ts';
import type { RawConnection, RawResponse } from '../../raw-connection.ts';
import { authorization, expectAnswer, onConnection, plainText } from '../../wire.ts';
import type { World } from '../../world.ts';

/** M11 checks that a slow client cannot keep a connection. */
export const slow: readonly Check[] = [
  {
    id: 'M11',
    title: 'A request that dribbles in is ended with 408 within a minute, in its headers and in its body',
    rule: 'Public API, Which refusal comes first: 408 where it takes too long to arrive.',
    profile: 'full',
    waits: true,
    async run(world) {
      const { api } = await world.tenant();
      const headers = [authorization(api.key), 'Content-Type: application/json', 'Content-Length: 1000', 'X-Slow: a'];
      const whole = plainText(world, writingOperation(world.documents, ['placeCall']), { headers });
      const parts = { 'headers that never end': whole.slice(0, -4), 'a body that never ends': `${whole}{` };
      await Promise.all(
        Object.entries(parts).map(([what, text]) =>
          onConnection(world, async (connection) => {
            connection.write(text);
            expectAnswer(world, what, await dribble(connection, what.startsWith('headers') ? 'a' : ' '), 408, 'invalid_request');
          }),
        ),
      );
      await expectStillServed(world);
    },
  },
];

/** Sends one byte a second until an answer comes or a minute has passed. */
async function dribble(connection: RawConnection, byte: string): Promise<RawResponse | null> {
  let answered = false;
  const answer = connection.response(60_000).finally(() => {
    answered = true;
  });
  while (!answered) {
    await Promise.race([delay(1_000), answer]);
    connection.write(byte);
  }
  return answer;
}

async function expectStillServed(world: World): Promise<void> {
  const { response } = await world.nobody.send('GET', '/nothing');
  if (response.status !== 404) world.breach(`Afterwards others are answered with ${response.status}.`);
}
