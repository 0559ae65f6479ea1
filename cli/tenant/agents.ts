import { idOf } from '../clients/named.ts';
import { publicCommand } from '../clients/public-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { json, need, text } from '../parts/options.ts';
import { showTime } from '../parts/screen.ts';

export const agents: CommandGroup = {
  summary: "A tenant's agents, with its API key.",
  commands: {
    list: publicCommand({
      summary: 'Lists the agents by name.',
      examples: ['ringpost agents list'],
      ask: (api) => api.listAgents(),
      show: (screen, { agents }) =>
        screen.table(
          agents,
          [
            { title: 'ID', value: ({ id }) => id },
            { title: 'NAME', value: ({ name }) => name, shrinks: true },
            { title: 'DEFAULT', value: ({ isDefault }) => isDefault },
            { title: 'EXTRACTS', value: ({ extractionSchema }) => extractionSchema !== null },
            { title: 'CHANGED', value: ({ updatedAt }) => showTime(updatedAt), tone: () => 'quiet' },
          ],
          'The tenant has no agent.',
        ),
    }),

    schema: publicCommand({
      summary: 'Shows what an agent extracts from transcripts, or sets it.',
      arguments: { agent: need(text("The agent's id or name.")) },
      options: { set: json('A JSON Schema; null switches extraction off.') },
      examples: ['ringpost agents schema Riley', 'ringpost agents schema Riley --set @schema.json'],
      async ask(api, { agent, set }) {
        const id = await idOf('agent', 'agt_', agent, async () => (await api.listAgents()).agents);
        // The API checks the schema and says what is wrong with it.
        return set === undefined ? api.readAgent({ id }) : api.setExtractionSchema({ id, schema: set as Record<string, unknown> | null });
      },
      show: (screen, { id, name, extractionSchema }) => {
        screen.fields({ id, name });
        screen.text(extractionSchema === null ? 'It extracts nothing.' : JSON.stringify(extractionSchema, null, 2));
      },
    }),
  },
};
