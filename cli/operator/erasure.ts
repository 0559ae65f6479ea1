import type { components } from '../../src/contract/generated/operator.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import { pageOptions, pageOrAll } from '../clients/pages.ts';
import type { CommandGroup } from '../parts/command.ts';
import { mustBeSure } from '../parts/must-be-sure.ts';
import { flag, need, text } from '../parts/options.ts';
import { type Screen, showTime } from '../parts/screen.ts';

export const erasure: CommandGroup = {
  summary: 'Erasures: a person is removed from all that a tenant has of a phone number.',
  commands: {
    start: operatorCommand({
      summary: 'Erases a person by phone number, for good, in the background.',
      arguments: { tenant: tenantArgument, phone: need(text('The number, in E.164.')) },
      options: { yes: flag('Confirms that transcripts, recordings, texts, the contact and deliveries of the number go.') },
      notes: `The record keeps when and how much, and not the number: note the erasure's id beside the person's request.
Opt-outs stay, so that the number is not texted again. Logs, backups and what the providers have are not touched.`,
      examples: ['ringpost erasure start ten_01kdvy0a2c4e6g8j0m2p4r6t8v +15550012345 --yes'],
      ask(api, { tenant, phone, yes }) {
        mustBeSure(yes, `Erasing all that ${tenant} has of ${phone}`);
        return api.createErasure({ path: { tenantId: tenant }, body: { phoneNumber: phone } });
      },
      show: (screen, { erasure }) => showErasure(screen, erasure),
    }),

    list: operatorCommand({
      summary: "Lists a tenant's erasures, oldest first, a page at a time.",
      arguments: { tenant: tenantArgument },
      options: pageOptions,
      examples: ['ringpost erasure list ten_01kdvy0a2c4e6g8j0m2p4r6t8v'],
      ask: (api, { tenant, ...wanted }) =>
        pageOrAll('erasures', wanted, (query) => api.listErasures({ path: { tenantId: tenant }, query })),
      show: (screen, { erasures }) =>
        screen.table(
          erasures,
          [
            { title: 'ID', value: ({ id }) => id },
            { title: 'STATE', value: ({ state }) => state, tone: ({ state }) => (state === 'done' ? 'good' : 'quiet') },
            { title: 'REQUESTED', value: ({ requestedAt }) => showTime(requestedAt) },
            { title: 'FINISHED', value: ({ finishedAt }) => (finishedAt === null ? '' : showTime(finishedAt)) },
          ],
          'Nobody has been erased.',
        ),
    }),

    show: operatorCommand({
      summary: 'Shows what an erasure has erased.',
      arguments: { tenant: tenantArgument, erasure: need(text("The erasure's id.")) },
      examples: ['ringpost erasure show ten_01kdvy0a2c4e6g8j0m2p4r6t8v ers_01kdvz1p6r8t0w2y4k6m8q0s2v'],
      ask: (api, { tenant, erasure }) => api.readErasure({ path: { tenantId: tenant, erasureId: erasure } }),
      show: (screen, { erasure }) => showErasure(screen, erasure),
    }),
  },
};

const showErasure = (screen: Screen, { requestedAt, finishedAt, ...erasure }: components['schemas']['ErasureView']): void =>
  screen.fields({
    ...erasure,
    requested: showTime(requestedAt),
    ...(finishedAt !== null && { finished: showTime(finishedAt) }),
  });
