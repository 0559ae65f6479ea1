import type { components } from '../../src/contract/generated/operator.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import { pageOptions, pageOrAll } from '../clients/pages.ts';
import type { CommandGroup, None, Values } from '../parts/command.ts';
import { mustBeSure } from '../parts/must-be-sure.ts';
import { choice, days, flag, given, givenChange, need, onOff, text, wholeNumber } from '../parts/options.ts';
import { type Screen, showTime } from '../parts/screen.ts';
import { remove } from '../service/move.ts';

const settings = {
  billing: choice('How it pays: from a wallet, or afterwards.', ['pay_as_you_go', 'invoice']),
  publicApi: onOff('Whether its keys may use the public API.'),
  writesPerMinute: wholeNumber('Requests of the public API other than GET.', 1, 1_000_000),
  readsPerMinute: wholeNumber('GET requests of the public API.', 1, 1_000_000),
  concurrentCalls: wholeNumber('Calls that may be going on at once.', 1, 1_000_000),
  callEventsPerMinute: wholeNumber('Deliveries of call.completed, sms.received and lead.qualified.', 1, 1_000_000),
  textEventsPerMinute: wholeNumber('Deliveries of sms.delivered and sms.failed.', 1, 1_000_000),
  keepCalls: days('Days after which a call is deleted; 400 for a new tenant.', 30),
  keepTranscripts: days('Days after which a call loses its transcript; a new tenant keeps it with the call.', 1),
  keepRecordings: days('Days after which a call loses its recording; 90 for a new tenant.', 1),
};

export const tenant: CommandGroup = {
  summary: 'Tenants: the customers of the service, kept apart from each other.',
  commands: {
    create: operatorCommand({
      summary: 'Makes a tenant. Limits that are left out take the published defaults.',
      arguments: { name: need(text('For people; need not be unique.')) },
      options: settings,
      examples: ['ringpost tenant create "Acme Homes" --billing pay_as_you_go', 'ringpost tenant create Test --concurrent-calls 2 --json'],
      ask: (api, { name, ...values }) => api.createTenant({ body: { name, ...settingsBody(values) } }),
      show: (screen, { tenant }) => showTenant(screen, tenant),
    }),

    list: operatorCommand({
      summary: 'Lists the tenants, oldest first, a page at a time.',
      options: { name: text('Only those with this in their name.'), ...pageOptions },
      examples: ['ringpost tenant list --name acme', "ringpost tenant list --all --json | jq -r '.tenants[].id'"],
      ask: (api, { name, ...wanted }) =>
        pageOrAll('tenants', wanted, (page) => api.listTenants({ query: { ...page, ...given({ name }) } })),
      show: (screen, { tenants }) =>
        screen.table(
          tenants,
          [
            { title: 'ID', value: ({ id }) => id },
            { title: 'NAME', value: ({ name }) => name, shrinks: true },
            { title: 'BILLING', value: ({ billing }) => billing },
            {
              title: 'PUBLIC API',
              value: (tenant) => (tenant.deletingSince !== null ? 'being deleted' : tenant.publicApiEnabled ? 'on' : 'off'),
              tone: (tenant) => (tenant.deletingSince === null && tenant.publicApiEnabled ? 'good' : 'bad'),
            },
            { title: 'CREATED', value: ({ createdAt }) => showTime(createdAt), tone: () => 'quiet' },
          ],
          'There is no tenant yet. `ringpost tenant create` makes one.',
        ),
    }),

    show: operatorCommand({
      summary: 'Shows a tenant with its limits.',
      arguments: { tenant: tenantArgument },
      examples: ['ringpost tenant show ten_01kdvy0a2c4e6g8j0m2p4r6t8v'],
      ask: (api, { tenant }) => api.readTenant({ path: { tenantId: tenant } }),
      show: (screen, { tenant }) => showTenant(screen, tenant),
    }),

    set: operatorCommand({
      summary: 'Changes what is given and leaves the rest. Every process acts on it within five seconds.',
      arguments: { tenant: tenantArgument },
      options: { name: text('A new name.'), ...settings },
      examples: [
        'ringpost tenant set ten_01kdvy0a2c4e6g8j0m2p4r6t8v --public-api off',
        'ringpost tenant set ten_01kdvy0a2c4e6g8j0m2p4r6t8v --keep-transcripts 30 --keep-calls forever',
      ],
      ask: (api, { tenant, name, ...values }) =>
        api.updateTenant({ path: { tenantId: tenant }, body: givenChange({ name, ...settingsBody(values) }) }),
      show: (screen, { tenant }) => showTenant(screen, tenant),
    }),

    delete: operatorCommand({
      summary: 'Deletes a tenant with everything it has, for good. Its live calls are hung up.',
      arguments: { tenant: tenantArgument },
      options: { yes: flag('Confirms that everything of the tenant goes: calls, recordings, deliveries, contacts, the wallet.') },
      notes: `Nothing of it is served from then on. What it has is removed in the background, from half a minute later on:
ringpost tenant show gives tenant_not_found when nothing is left. Logs, traces and backups are not touched.`,
      examples: ['ringpost tenant delete ten_01kdvy0a2c4e6g8j0m2p4r6t8v --yes'],
      ask(api, { tenant, yes }) {
        mustBeSure(yes, `Deleting everything of ${tenant}`);
        return api.deleteTenant({ path: { tenantId: tenant } });
      },
      show: (screen, { tenant }) =>
        screen.note(`${tenant.id} is deleted. When nothing is left: ringpost tenant show ${tenant.id} finds no tenant.`),
    }),

    remove,
  },
};

function settingsBody({
  billing,
  publicApi,
  writesPerMinute,
  readsPerMinute,
  concurrentCalls,
  callEventsPerMinute,
  textEventsPerMinute,
  keepCalls,
  keepTranscripts,
  keepRecordings,
}: Values<None, typeof settings>) {
  const limits = given({ writesPerMinute, readsPerMinute, concurrentCalls, callEventsPerMinute, textEventsPerMinute });
  const retentionDays = given({ calls: keepCalls, transcripts: keepTranscripts, recordings: keepRecordings });
  return given({ billing, publicApiEnabled: publicApi, limits: unlessEmpty(limits), retentionDays: unlessEmpty(retentionDays) });
}

const unlessEmpty = <Values extends object>(values: Values): Values | undefined => (Object.keys(values).length > 0 ? values : undefined);

const showTenant = (screen: Screen, { limits, retentionDays, ...tenant }: components['schemas']['TenantView']): void =>
  screen.fields({
    id: tenant.id,
    name: tenant.name,
    billing: tenant.billing,
    'public API': tenant.publicApiEnabled ? 'on' : 'off',
    ...(tenant.frozenAt !== null && { frozen: showTime(tenant.frozenAt) }),
    ...(tenant.deletingSince !== null && { 'deleting since': showTime(tenant.deletingSince) }),
    'writes per minute': limits.writesPerMinute,
    'reads per minute': limits.readsPerMinute,
    'concurrent calls': limits.concurrentCalls,
    'call events per minute': limits.callEventsPerMinute,
    'text events per minute': limits.textEventsPerMinute,
    'calls kept': showDays(retentionDays.calls),
    'transcripts kept': showDays(retentionDays.transcripts),
    'recordings kept': showDays(retentionDays.recordings),
    created: showTime(tenant.createdAt),
    changed: showTime(tenant.updatedAt),
  });

const showDays = (days: number | null): string => (days === null ? 'for ever' : `${days} days`);
