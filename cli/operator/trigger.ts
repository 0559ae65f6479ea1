import type { components } from '../../src/contract/generated/operator.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import type { Command, CommandGroup } from '../parts/command.ts';
import { need, text } from '../parts/options.ts';
import { triggerColumns } from '../parts/webhook-tables.ts';

export const trigger: CommandGroup = {
  summary: 'Automation triggers: which events go to which endpoint. Tenants make them themselves.',
  elsewhere: 'A made-up event is sent by `ringpost event send`.',
  commands: {
    list: operatorCommand({
      summary: "Lists a tenant's triggers, oldest first.",
      arguments: { tenant: tenantArgument },
      examples: ['ringpost trigger list ten_01kdvy0a2c4e6g8j0m2p4r6t8v'],
      ask: (api, { tenant }) => api.listTenantTriggers({ path: { tenantId: tenant } }),
      show: (screen, { triggers }) =>
        screen.table(
          triggers,
          [
            ...triggerColumns,
            { title: 'OUTCOMES', value: outcomes, shrinks: true },
            { title: 'ENDPOINT', value: ({ webhookEndpointId }) => webhookEndpointId },
          ],
          'The tenant has no trigger, so nothing is delivered to it.',
        ),
    }),
    on: switched(true, 'Switches a trigger on. Deliveries that waited for it go on, each at its time.'),
    off: switched(false, 'Switches a trigger off: it fires for nothing, and deliveries that it made before wait.'),
  },
};

function switched(isActive: boolean, summary: string): Command {
  return operatorCommand({
    summary,
    arguments: { tenant: tenantArgument, trigger: need(text("The trigger's id; `ringpost trigger list` shows it.")) },
    examples: [`ringpost trigger ${isActive ? 'on' : 'off'} ten_01kdvy0a2c4e6g8j0m2p4r6t8v trg_01kdvyb5x7z9b1d3f5h7k9m1p3`],
    ask: (api, { tenant, trigger }) => api.updateTrigger({ path: { tenantId: tenant, triggerId: trigger }, body: { isActive } }),
    show: (screen, { trigger }) =>
      screen.fields({
        id: trigger.id,
        name: trigger.name,
        active: trigger.isActive,
        event: trigger.eventType,
        outcomes: outcomes(trigger),
        endpoint: `${trigger.webhookEndpoint.name} (${trigger.webhookEndpointId})`,
        URL: trigger.webhookEndpoint.url,
      }),
  });
}

const outcomes = ({ conditions }: components['schemas']['TriggerView']): string => conditions.outcome?.join(', ') ?? 'every';
