import type { ReplyOf } from '../../sdk/client.ts';
import { resolveRealMoment } from '../clients/moment.ts';
import { agentFor } from '../clients/named.ts';
import { operatorCommand } from '../clients/operator-command.ts';
import { countOptions, someOrAll } from '../clients/pages.ts';
import { publicCommand } from '../clients/public-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { mustBeSure, yes } from '../parts/must-be-sure.ts';
import { flag, given, id, jsonObject, moment, need, pairs, text } from '../parts/options.ts';
import { type Screen, screenFor, showTime } from '../parts/screen.ts';

const callArgument = need(id("The call's id."));

export const calls: CommandGroup = {
  summary: 'Calls: place, list, read and end them with an API key; for operators, take back what a restore has lost.',
  commands: {
    place: publicCommand({
      summary: 'Places a call. The same key never rings twice.',
      arguments: { phoneNumber: need(text('Whom to call, in E.164: +15550100001.')) },
      options: {
        agent: text("The agent's id or name (the default agent)."),
        from: text("The phone number's id to call from.", 'ID'),
        variable: pairs('A variable of the prompt. May be repeated.'),
        metadata: jsonObject('What comes back in the webhook as it is.'),
        key: text('The idempotencyKey (one is made).'),
        wait: flag('Wait until the call has ended and its results are there.'),
      },
      examples: [
        'ringpost calls place +15550100001 --agent Riley --variable ownerName=Dana --wait',
        'ringpost calls place +15550100001 --key lead-4711 --json',
      ],
      async ask(api, { phoneNumber, agent, from, variable, metadata, key, wait }) {
        const placed = await api.placeCall({
          agentId: await agentFor(api, agent),
          phoneNumber,
          variables: variable,
          ...given({ fromPhoneNumberId: from, metadata, idempotencyKey: key }),
        });
        if (!wait) return placed;
        screenFor().note(`${placed.call.id} is placed.`);
        return { call: await api.waitForCall(placed.call.id, { forResults: true }) };
      },
      show: (screen, { call }) => showCall(screen, call),
    }),

    list: publicCommand({
      summary: 'Lists the calls that are over, newest first.',
      options: countOptions,
      examples: ['ringpost calls list', 'ringpost calls list --all --json'],
      ask: async (api, wanted) => ({ calls: await someOrAll(api.eachCall(), wanted) }),
      show: (screen, { calls }) =>
        screen.table(
          calls,
          [
            { title: 'ID', value: ({ id }) => id },
            { title: 'PHONE', value: ({ phoneNumber }) => phoneNumber },
            { title: 'STATUS', value: ({ status }) => status, tone: ({ status }) => (status === 'failed' ? 'bad' : 'good') },
            { title: 'OUTCOME', value: ({ outcome }) => outcome },
            { title: 'SECONDS', value: ({ durationSeconds }) => durationSeconds, right: true },
            { title: 'ENDED BECAUSE', value: ({ endedReason }) => endedReason, shrinks: true },
            { title: 'CREATED', value: ({ createdAt }) => showTime(createdAt), tone: () => 'quiet' },
          ],
          'No call is over yet.',
        ),
    }),

    get: publicCommand({
      summary: 'Shows a call with its outcome, transcript and extracted data.',
      arguments: { call: callArgument },
      options: { wait: flag('Wait until it has ended and its results are there.') },
      examples: ['ringpost calls get call_01m822vz2dfc2anvrw941zprek', 'ringpost calls get call_01m822vz2dfc2anvrw941zprek --wait --json'],
      ask: async (api, { call, wait }) => (wait ? { call: await api.waitForCall(call, { forResults: true }) } : api.readCall({ id: call })),
      show: (screen, { call }) => showCall(screen, call),
    }),

    end: publicCommand({
      summary: 'Hangs up a call that goes on.',
      arguments: { call: callArgument },
      options: { yes },
      examples: ['ringpost calls end call_01m822vz2dfc2anvrw941zprek --yes'],
      ask(api, { call, yes }) {
        mustBeSure(yes, 'Hanging up a call');
        return api.endCall({ id: call });
      },
      show: (screen, { id, status }) => screen.fields({ id, status }),
    }),

    adopt: operatorCommand({
      summary: "Takes back the provider's calls that the database does not know, and hangs up those that cannot be anybody's.",
      options: {
        since: need(moment('From when on: a time in ISO 8601, or a duration ago such as 10m.')),
        dryRun: flag('Only say what would be done.'),
      },
      examples: ['ringpost calls adopt --since 10m --dry-run', 'ringpost calls adopt --since 2026-01-03T12:00:00Z'],
      ask: async (api, { since, dryRun }) => api.adoptCalls({ body: { since: await resolveRealMoment(api, since), dryRun } }),
      show(screen, { known, foreign, calls }, { dryRun }) {
        screen.fields({ known: String(known), 'of others': String(foreign), lost: String(calls.length) });
        screen.table(
          calls,
          [
            { title: 'CALL', value: ({ callId }) => callId },
            { title: 'TENANT', value: ({ tenantId }) => tenantId },
            { title: 'FATE', value: ({ fate }) => fate, tone: ({ fate }) => (fate === 'not_hung_up' ? 'bad' : 'good') },
          ],
          'No call was lost.',
        );
        if (dryRun) screen.note('Nothing was done: --dry-run only says what would be.');
      },
      failed: ({ calls }) => calls.some(({ fate }) => fate === 'not_hung_up'),
    }),
  },
};

type Call = ReplyOf<'placeCall'>['call'];

function showCall(screen: Screen, { transcript, extraction, ...call }: Call): void {
  screen.fields({
    id: call.id,
    status: call.status,
    outcome: call.outcome,
    agent: call.agentId,
    'phone number': call.phoneNumber,
    'from number': call.fromPhoneNumber,
    'ended because': call.endedReason,
    'talked for': call.durationSeconds === null ? null : `${call.durationSeconds} s`,
    created: showTime(call.createdAt),
    ended: showTime(call.endedAt),
    extraction: extraction === null ? call.extractionError : JSON.stringify(extraction),
  });
  if (transcript !== null) screen.text(transcript);
}
