import { setTimeout as delay } from 'node:timers/promises';
import type { components, operations } from '../../src/contract/generated/operator.ts';
import type { OperatorClient, Reply } from '../clients/operator-client.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { flag, need, text } from '../parts/options.ts';
import { type Screen, showTime } from '../parts/screen.ts';
import { endpointArgument } from './endpoint.ts';

const replayArgument = need(text("The replay's id, as `ringpost delivery replay` showed it."));
const example = 'ten_01kdvy0a2c4e6g8j0m2p4r6t8v whe_01kdvy9t3v5x7z9b1d3f5h7k9m rpl_01kdvzz2a4c6e8g0j2m4p6r8t0';

export const replay: CommandGroup = {
  summary: 'Bulk replays that are under way; `ringpost delivery replay` begins one.',
  commands: {
    show: operatorCommand({
      summary: 'Shows how far a replay is.',
      arguments: { tenant: tenantArgument, endpoint: endpointArgument, replay: replayArgument },
      options: { follow: flag('Go on until it has ended.') },
      examples: [`ringpost replay show ${example} --follow`],
      ask(api, { tenant, endpoint, replay, follow }, screen) {
        const path = { tenantId: tenant, webhookEndpointId: endpoint, replayId: replay };
        return follow ? followReplay(api, path, screen) : api.readReplay({ path });
      },
      show: (screen, { replay }) => showReplay(screen, replay),
      failed: ({ replay }) => replay.state === 'canceled',
    }),

    cancel: operatorCommand({
      summary: 'Stops a replay. What it has taken goes on; the rest stays failed.',
      arguments: { tenant: tenantArgument, endpoint: endpointArgument, replay: replayArgument },
      examples: [`ringpost replay cancel ${example}`],
      ask: (api, { tenant, endpoint, replay }) =>
        api.cancelReplay({ path: { tenantId: tenant, webhookEndpointId: endpoint, replayId: replay } }),
      show: (screen, { replay }) => showReplay(screen, replay),
    }),
  },
};

type ReplayPath = operations['readReplay']['parameters']['path'];
type ReplayReply = components['schemas']['ReplayReply'];

const betweenLooksMs = 500;

/** Polls the replay until it has ended, and shows its progress whenever that changes. */
export async function followReplay(api: OperatorClient, path: ReplayPath, screen: Screen): Promise<Reply<ReplayReply>> {
  let said = '';
  for (;;) {
    const reply = await api.readReplay({ path });
    const { state, total, replayed, skipped, remaining } = reply.body.replay;
    const now = `${total - remaining} of ${total} (${replayed} sent again, ${skipped} not needed any more)`;
    if (now !== said) screen.progress(now);
    said = now;
    if (state !== 'running') return reply;
    await delay(betweenLooksMs);
  }
}

export const showReplay = (screen: Screen, replay: ReplayReply['replay']): void =>
  screen.fields({
    id: replay.id,
    endpoint: replay.webhookEndpointId,
    since: showTime(replay.since),
    state: replay.state,
    total: replay.total,
    'sent again': replay.replayed,
    'not needed': replay.skipped,
    remaining: replay.remaining,
    created: showTime(replay.createdAt),
    finished: showTime(replay.finishedAt),
  });
