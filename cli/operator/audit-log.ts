import { operatorCommand } from '../clients/operator-command.ts';
import { pageOptions, pageOrAll } from '../clients/pages.ts';
import type { CommandGroup } from '../parts/command.ts';
import { given, text } from '../parts/options.ts';
import { showTime } from '../parts/screen.ts';

export const auditLog: CommandGroup = {
  summary: 'What operators did, when, and from where.',
  alone: 'list',
  commands: {
    list: operatorCommand({
      summary: 'Lists what operators did, newest first, a page at a time.',
      options: {
        tenant: text('Only about this tenant, by its id or name.', 'TENANT'),
        operation: text('Only this operation, such as createErasure.', 'NAME'),
        since: text('Only then or later, such as 2026-12-01T09:00:00Z.', 'TIME'),
        ...pageOptions,
      },
      examples: ['ringpost audit-log', 'ringpost audit-log list --tenant ten_01kdvy0a2c4e6g8j0m2p4r6t8v --operation createErasure --json'],
      ask: (api, { tenant, operation, since, ...wanted }) =>
        pageOrAll('entries', wanted, (page) => api.listAuditLog({ query: given({ tenantId: tenant, operation, since, ...page }) })),
      show: (screen, { entries }) =>
        screen.table(
          entries,
          [
            { title: 'AT', value: ({ at }) => showTime(at) },
            { title: 'OPERATION', value: ({ operation }) => operation },
            {
              title: 'RESULT',
              value: ({ result }) => result ?? 'unknown',
              tone: ({ result }) => (result === 'done' ? 'good' : 'bad'),
            },
            { title: 'FROM', value: ({ address }) => address },
            { title: 'IDS', value: ({ ids }) => Object.values(ids).join(' '), shrinks: true },
          ],
          'Nothing was done.',
        ),
    }),
  },
};
