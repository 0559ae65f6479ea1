import type { components } from '../../src/contract/generated/operator.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import type { CommandGroup, None, Values } from '../parts/command.ts';
import { given, givenChange, json, jsonObject, list, need, onOff, text, textOrFile } from '../parts/options.ts';
import { type Screen, showTime } from '../parts/screen.ts';

const settings = {
  schema: json('A JSON Schema of what to extract from the transcript; null switches extraction off.'),
  voice: jsonObject('Voice settings, handed to the voice provider as they are.'),
  model: jsonObject('Model settings, handed to the voice provider as they are.'),
  providerAgent: text('An assistant of the voice provider to use instead of one made for each call.', 'ID'),
  active: onOff('Whether calls may use it.'),
  default: onOff('Whether it is the default agent.'),
  outcomes: list('What a call may come to.'),
  qualifyingOutcomes: list('Which of these make a qualified lead.'),
};
const promptAbout = 'What it is told. {{names}} in it are filled from the variables of a call.';

export const agent: CommandGroup = {
  summary: 'Agents: the voices that make the calls.',
  commands: {
    create: operatorCommand({
      summary: 'Makes an agent. A default agent takes that place from the one that had it.',
      arguments: { tenant: tenantArgument, name: need(text('For people.')) },
      options: { prompt: need(textOrFile(promptAbout)), ...settings },
      examples: [
        'ringpost agent create ten_01kdvy0a2c4e6g8j0m2p4r6t8v Riley --prompt @prompt.txt --schema @schema.json --default on',
        "ringpost agent create ten_01kdvy0a2c4e6g8j0m2p4r6t8v Riley --prompt 'Ask {{first_name}} for the budget.'",
      ],
      ask: (api, { tenant, name, prompt, ...values }) =>
        api.createAgent({ path: { tenantId: tenant }, body: { name, systemPrompt: prompt, ...settingsBody(values) } }),
      show: (screen, { agent }) => showAgent(screen, agent),
    }),

    list: operatorCommand({
      summary: "Lists a tenant's agents by name, inactive ones too.",
      arguments: { tenant: tenantArgument },
      examples: ['ringpost agent list ten_01kdvy0a2c4e6g8j0m2p4r6t8v'],
      ask: (api, { tenant }) => api.listTenantAgents({ path: { tenantId: tenant } }),
      show: (screen, { agents }) =>
        screen.table(
          agents,
          [
            { title: 'ID', value: ({ id }) => id },
            { title: 'NAME', value: ({ name }) => name, shrinks: true },
            { title: 'ACTIVE', value: ({ isActive }) => isActive, tone: ({ isActive }) => (isActive ? 'good' : 'bad') },
            { title: 'DEFAULT', value: ({ isDefault }) => isDefault },
            { title: 'EXTRACTS', value: ({ extractionSchema }) => extractionSchema !== null },
            { title: 'PROMPT', value: ({ systemPrompt }) => shortened(systemPrompt), shrinks: true },
          ],
          'The tenant has no agent yet. `ringpost agent create` makes one.',
        ),
    }),

    set: operatorCommand({
      summary: 'Changes what is given and leaves the rest. Calls that are under way keep the agent as it was.',
      arguments: { tenant: tenantArgument, agent: need(text("The agent's id.")) },
      options: { name: text('A new name.'), prompt: textOrFile(promptAbout), ...settings },
      examples: [
        'ringpost agent set ten_01kdvy0a2c4e6g8j0m2p4r6t8v agt_01kdvy7p9r1t3v5x7z9b1d3f5h --prompt @prompt.txt',
        'ringpost agent set ten_01kdvy0a2c4e6g8j0m2p4r6t8v agt_01kdvy7p9r1t3v5x7z9b1d3f5h --schema null --active off',
      ],
      ask: (api, { tenant, agent, name, prompt, ...values }) =>
        api.updateAgent({
          path: { tenantId: tenant, agentId: agent },
          body: givenChange({ name, systemPrompt: prompt, ...settingsBody(values) }),
        }),
      show: (screen, { agent }) => showAgent(screen, agent),
    }),
  },
};

const settingsBody = (values: Values<None, typeof settings>) =>
  given({
    extractionSchema: values.schema,
    voice: values.voice,
    model: values.model,
    providerAgentId: values.providerAgent,
    isActive: values.active,
    isDefault: values.default,
    activeOutcomes: values.outcomes,
    qualifyingOutcomes: values.qualifyingOutcomes,
  });

const shortened = (prompt: string): string => (prompt.length > 60 ? `${prompt.slice(0, 59).trimEnd()}…` : prompt);

const showAgent = (screen: Screen, agent: components['schemas']['AgentView']): void =>
  screen.fields({
    id: agent.id,
    name: agent.name,
    active: agent.isActive,
    default: agent.isDefault,
    outcomes: agent.activeOutcomes.join(', '),
    qualifying: agent.qualifyingOutcomes.join(', '),
    extracts: agent.extractionSchema ? Object.keys(Object(agent.extractionSchema['properties'])).join(', ') : 'nothing',
    'provider agent': agent.providerAgentId,
    prompt: shortened(agent.systemPrompt),
    created: showTime(agent.createdAt),
    changed: showTime(agent.updatedAt),
  });
