import { setTimeout as delay } from 'node:timers/promises';
import { followToOutcome, isFinal, place, read, statusFor } from '../calls.ts';
import type { Check } from '../check.ts';
import { waitUntil } from '../patience.ts';

/** The part of group K about calls that neither side ends. */
export const unendingCalls: readonly Check[] = [
  {
    id: 'K8',
    title: 'A call whose provider says nothing of it ends all the same',
    rule: 'Public API, How a call ends: every accepted call comes to a final status.',
    needs: ['operator', 'simulator', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const tenant = await world.tenant();
      const { id } = await place(world, tenant, 'callbacks-lost');
      for (let minute = 0; minute < 15; minute++) {
        await delay(1_000);
        if (isFinal(world, await read(tenant, id))) break;
        await world.advance(60);
      }
      await waitUntil(async () => isFinal(world, await read(tenant, id)));
      const { status } = await read(tenant, id);
      if (status !== 'completed') world.breach(`A call whose callbacks were all lost is ${status} a quarter of an hour later.`);
      const dials = await world.simulator.dials(id);
      if (dials !== 1) world.breach(`It was dialled ${dials} times.`);
    },
  },
  {
    id: 'K9',
    title: 'A conversation without end is ended at the longest that a call may be, and stays a conversation',
    rule: 'Public API, How a call ends: exceeded-max-duration: completed, as classified, with its seconds.',
    needs: ['operator', 'simulator'],
    profile: 'full',
    alone: true,
    async run(world) {
      const tenant = await world.tenant();
      const { id } = await place(world, tenant, 'talks-until-limit');
      const { last } = await world.simulator.hurrying(hours, () => followToOutcome(world, tenant, 'talks-until-limit', id));
      const told = `A call that was ended at its longest ended as ${last.status}, ${last.outcome}, ${last.endedReason}`;
      if (last.endedReason !== 'exceeded-max-duration' || last.outcome !== 'INTERESTED' || last.status !== statusFor(world, last))
        world.breach(`${told}.`);
      if (!last.durationSeconds || !last.transcript) world.breach(`${told}, with ${last.durationSeconds} seconds and no transcript.`);
    },
  },
];

/** At this speed hours of a scenario pass in seconds. */
const hours = 2_000;
