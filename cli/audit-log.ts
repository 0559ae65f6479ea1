import type { CommandGroup } from './command.ts';
import { given, operatorCommand } from './operator-command.ts';
import { text, wholeNumber } from './options.ts';
import { showTime } from './screen.ts';

export const auditLog: CommandGroup = {
  summary: 'What operators did, when, and from where.',
  alone: 'list',
  commands: {
    list: operatorCommand({
      summary: 'Lists what operators did, newest first, a page at a time.',
      options: {
        tenant: text('Only about this tenant.', 'ID'),
        operation: text('Only this operation, such as createErasure.', 'NAME'),
        since: text('Only then or later, such as 2026-12-01T09:00:00Z.', 'TIME'),
        limit: wholeNumber('How many at most (50).', 1, 200),
        cursor: text('Where the page begins, as the page before said.'),
      },
      examples: ['ringpost audit-log', 'ringpost audit-log list --tenant ten_01kdvy0a2c4e6g8j0m2p4r6t8v --operation createErasure --json'],
      ask: (api, { tenant, ...query }) => api.listAuditLog({ query: given({ tenantId: tenant, ...query }) }),
      show(screen, { entries, nextCursor }) {
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
        );
        if (nextCursor !== null) screen.note(`There are more: --cursor ${nextCursor}`);
      },
    }),
  },
};
