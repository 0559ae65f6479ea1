import { scopes } from '../../tools/conformance/scopes.ts';
import { resolveMoment } from '../clients/moment.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { mustBeSure, yes } from '../parts/must-be-sure.ts';
import { choices, given, moment, need, text } from '../parts/options.ts';
import { showTime } from '../parts/screen.ts';

export const key: CommandGroup = {
  summary: 'API keys: what a tenant calls the public API with.',
  commands: {
    create: operatorCommand({
      summary: 'Makes an API key and shows it, this once. No scope implies another.',
      arguments: { tenant: tenantArgument, name: need(text('What it is for.')) },
      options: {
        scopes: need(choices('What it may do', scopes)),
        expires: moment('When it stops working: a time, or how long from now by the clock of the service. Else never.'),
      },
      examples: [
        'ringpost key create ten_01kdvy0a2c4e6g8j0m2p4r6t8v CRM --scopes calls:place,calls:read',
        'ringpost key create ten_01kdvy0a2c4e6g8j0m2p4r6t8v Audit --scopes read --expires 90d',
      ],
      ask: async (api, { tenant, name, scopes, expires }) =>
        api.createApiKey({
          path: { tenantId: tenant },
          body: { name, scopes, ...given({ expiresAt: expires && (await resolveMoment(api, expires, 'ahead')) }) },
        }),
      show(screen, { apiKey, key }) {
        screen.fields({ id: key.id, name: key.name, scopes: key.scopes.join(', '), expires: showTime(key.expiresAt) ?? 'never' });
        screen.secret('API key', apiKey);
      },
    }),

    list: operatorCommand({
      summary: "Lists a tenant's keys, oldest first, revoked and expired ones too. Never the keys themselves.",
      arguments: { tenant: tenantArgument },
      examples: ['ringpost key list ten_01kdvy0a2c4e6g8j0m2p4r6t8v'],
      ask: (api, { tenant }) => api.listApiKeys({ path: { tenantId: tenant } }),
      show: (screen, { keys }) =>
        screen.table(
          keys,
          [
            { title: 'ID', value: ({ id }) => id },
            { title: 'NAME', value: ({ name }) => name, shrinks: true },
            { title: 'SCOPES', value: ({ scopes }) => scopes.join(','), shrinks: true },
            { title: 'CELL', value: ({ cell }) => cell },
            { title: 'EXPIRES', value: ({ expiresAt }) => showTime(expiresAt) ?? 'never' },
            { title: 'REVOKED', value: ({ revokedAt }) => showTime(revokedAt), tone: ({ revokedAt }) => (revokedAt ? 'bad' : 'plain') },
            { title: 'CREATED', value: ({ createdAt }) => showTime(createdAt), tone: () => 'quiet' },
          ],
          'The tenant has no key yet. `ringpost key create` makes one.',
        ),
    }),

    revoke: operatorCommand({
      summary: 'Revokes an API key. Every process refuses it within five seconds.',
      arguments: { tenant: tenantArgument, key: need(text("The key's id, not the key.")) },
      options: { yes },
      examples: ['ringpost key revoke ten_01kdvy0a2c4e6g8j0m2p4r6t8v key_01kdvy3h5k7m9p1r3t5v7x9z1b --yes'],
      ask(api, { tenant, key, yes }) {
        mustBeSure(yes, 'Revoking a key');
        return api.revokeApiKey({ path: { tenantId: tenant, apiKeyId: key } });
      },
      show: (screen, _nothing, { key }) => screen.note(`${key} is revoked.`),
    }),
  },
};
