import { randomUUID } from 'node:crypto';
import type { components } from '../../src/contract/generated/operator.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import type { Tone } from '../parts/colour.ts';
import type { CommandGroup } from '../parts/command.ts';
import { flag, given, text as label, need, textOrFile, wholeNumber } from '../parts/options.ts';
import { type Screen, showTime } from '../parts/screen.ts';
import { UsageError } from '../parts/usage-error.ts';

export const text: CommandGroup = {
  summary: 'Texts: sent for a tenant, and what came back.',
  commands: {
    send: operatorCommand({
      summary: 'Sends one text, at most once.',
      arguments: { tenant: tenantArgument, to: need(label('The number, in E.164.')) },
      options: {
        body: need(textOrFile('What it says, up to 1600 characters.')),
        from: label("The id of the tenant's number to send from. Else the one that last texted this number, or one chosen.", 'ID'),
        contact: label("The contact's id. Else the contact of that number, if there is one.", 'ID'),
        noContact: flag('It is to no contact, such as a notice to the owner of the account.'),
        campaign: label('The id of the campaign that it belongs to.', 'ID'),
        campaignName: label('The name of that campaign.', 'NAME'),
        dedupeKey: label('Sent again with the same key (a new one), the first text is shown and none is sent.', 'KEY'),
      },
      notes: 'Exit code 1, too, where the provider refuses the text. `ringpost text show` tells later whether it arrived.',
      examples: [
        "ringpost text send ten_01kdvy0a2c4e6g8j0m2p4r6t8v +15550012345 --body 'Are you still thinking of selling?'",
        'ringpost text send ten_01kdvy0a2c4e6g8j0m2p4r6t8v +15550012345 --body @text.txt --campaign cmp_7f3a --campaign-name Winter --dedupe-key winter-1',
      ],
      ask: (api, { tenant, to, body, from, dedupeKey = randomUUID(), ...about }) =>
        api.sendText({
          path: { tenantId: tenant },
          // The newline that ends a file is not part of what it says.
          body: {
            to,
            body: body.replace(/\r?\n$/, ''),
            dedupeKey,
            ...given({ fromPhoneNumberId: from, contactId: contactOf(about), campaign: campaignOf(about) }),
          },
        }),
      show: (screen, { message }) => showMessage(screen, message),
      failed: ({ message }) => message.status === 'refused',
    }),

    list: operatorCommand({
      summary: "Lists a tenant's texts, sent and received, newest first.",
      arguments: { tenant: tenantArgument },
      options: {
        phone: label("Only those to and from this contact's number.", 'NUMBER'),
        limit: wholeNumber('How many at most (50).', 1, 200),
        before: label('Only those older than the text with this id.', 'ID'),
      },
      examples: ['ringpost text list ten_01kdvy0a2c4e6g8j0m2p4r6t8v --phone +15550012345'],
      ask: (api, { tenant, ...query }) => api.listTexts({ path: { tenantId: tenant }, query: given(query) }),
      show: (screen, { messages }) =>
        screen.table(
          messages,
          [
            { title: 'ID', value: ({ id }) => id },
            { title: 'PHONE', value: ({ phone, direction }) => `${direction === 'inbound' ? '←' : '→'} ${phone}` },
            { title: 'STATUS', value: ({ status }) => status, tone: toneOf },
            { title: 'TEXT', value: ({ body }) => body, shrinks: true },
            { title: 'REASON', value: ({ reason }) => reason, shrinks: true },
            { title: 'CREATED', value: ({ createdAt }) => showTime(createdAt), tone: () => 'quiet' },
          ],
          'There is no such text.',
        ),
    }),

    show: operatorCommand({
      summary: 'Shows a text as it stands now.',
      arguments: { tenant: tenantArgument, text: need(label("The text's id.")) },
      examples: ['ringpost text show ten_01kdvy0a2c4e6g8j0m2p4r6t8v msg_01kdvzq8m3e5a7c9x1t4v6b2nd'],
      ask: (api, { tenant, text }) => api.readText({ path: { tenantId: tenant, messageId: text } }),
      show: (screen, { message }) => showMessage(screen, message),
    }),
  },
};

type Message = components['schemas']['MessageView'];

/** Returns null for a text to no contact, and undefined to let the API look for one. */
function contactOf({ contact, noContact }: { contact: string | undefined; noContact: boolean }): string | null | undefined {
  if (noContact && contact) throw new UsageError('--contact and --no-contact contradict each other.');
  return noContact ? null : contact;
}

function campaignOf({ campaign, campaignName }: { campaign: string | undefined; campaignName: string | undefined }) {
  if (campaign === undefined && campaignName === undefined) return undefined;
  if (campaign === undefined || campaignName === undefined) throw new UsageError('--campaign and --campaign-name go together.');
  return { id: campaign, name: campaignName };
}

const toneOf = ({ status }: Message): Tone =>
  status === 'failed' || status === 'refused' ? 'bad' : status === 'delivered' || status === 'received' ? 'good' : 'plain';

const showMessage = (screen: Screen, message: Message): void =>
  screen.fields({
    id: message.id,
    status: message.status,
    direction: message.direction,
    phone: message.phone,
    'our phone': message.ourPhone,
    text: message.body,
    contact: message.contactId,
    campaign: message.campaign && `${message.campaign.name} (${message.campaign.id})`,
    reason: message.reason && `${message.reason}${message.errorCode ? ` (${message.errorCode})` : ''}`,
    created: showTime(message.createdAt),
    sent: showTime(message.sentAt),
    finished: showTime(message.finishedAt),
  });
