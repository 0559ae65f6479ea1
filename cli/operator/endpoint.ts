import type { components } from '../../src/contract/generated/operator.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import type { Command, CommandGroup } from '../parts/command.ts';
import { mustBeSure, yes } from '../parts/must-be-sure.ts';
import { need, onOff, text } from '../parts/options.ts';
import { type Screen, showTime } from '../parts/screen.ts';
import { endpointColumns } from '../parts/webhook-tables.ts';

export const endpointArgument = need(text("The endpoint's id; `ringpost endpoint list` shows it."));

export const endpoint: CommandGroup = {
  summary: 'Webhook endpoints: where a tenant wants its events. Tenants make them themselves.',
  commands: {
    list: operatorCommand({
      summary: "Lists a tenant's endpoints.",
      arguments: { tenant: tenantArgument },
      examples: ['ringpost endpoint list ten_01kdvy0a2c4e6g8j0m2p4r6t8v'],
      ask: (api, { tenant }) => api.listTenantWebhookEndpoints({ path: { tenantId: tenant } }),
      show: (screen, { endpoints }) => screen.table(endpoints, endpointColumns, 'The tenant has no endpoint.'),
    }),

    on: switched(true, 'Switches an endpoint on. Deliveries that waited for it go on, each at its time.'),
    off: switched(false, 'Switches an endpoint off: new events make no delivery to it, and those that are due wait.'),

    'standard-webhooks': operatorCommand({
      summary: 'Says whether the deliveries of an endpoint carry the headers of Standard Webhooks beside the usual ones.',
      arguments: { tenant: tenantArgument, endpoint: endpointArgument, state: need(onOff('Whether they do.')) },
      examples: ['ringpost endpoint standard-webhooks ten_01kdvy0a2c4e6g8j0m2p4r6t8v whe_01kdvy9t3v5x7z9b1d3f5h7k9m on'],
      ask: (api, { tenant, endpoint, state }) =>
        api.updateWebhookEndpoint({ path: { tenantId: tenant, webhookEndpointId: endpoint }, body: { standardWebhooks: state } }),
      show: (screen, { endpoint }) => showEndpoint(screen, endpoint),
    }),

    'rotate-secret': operatorCommand({
      summary: 'Gives an endpoint a new signing secret and shows it, this once. The old one is invalid at once.',
      arguments: { tenant: tenantArgument, endpoint: endpointArgument },
      options: { yes },
      examples: ['ringpost endpoint rotate-secret ten_01kdvy0a2c4e6g8j0m2p4r6t8v whe_01kdvy9t3v5x7z9b1d3f5h7k9m --yes'],
      ask(api, { tenant, endpoint, yes }) {
        mustBeSure(yes, 'Replacing a signing secret');
        return api.rotateSigningSecret({ path: { tenantId: tenant, webhookEndpointId: endpoint } });
      },
      show(screen, { endpoint: { id, name, signingSecret } }) {
        screen.fields({ id, name });
        screen.secret('signing secret', signingSecret);
      },
    }),
  },
};

function switched(isActive: boolean, summary: string): Command {
  return operatorCommand({
    summary,
    arguments: { tenant: tenantArgument, endpoint: endpointArgument },
    examples: [`ringpost endpoint ${isActive ? 'on' : 'off'} ten_01kdvy0a2c4e6g8j0m2p4r6t8v whe_01kdvy9t3v5x7z9b1d3f5h7k9m`],
    ask: (api, { tenant, endpoint }) =>
      api.updateWebhookEndpoint({ path: { tenantId: tenant, webhookEndpointId: endpoint }, body: { isActive } }),
    show: (screen, { endpoint }) => showEndpoint(screen, endpoint),
  });
}

const showEndpoint = (screen: Screen, endpoint: components['schemas']['EndpointView']): void =>
  screen.fields({
    id: endpoint.id,
    name: endpoint.name,
    active: endpoint.isActive,
    method: endpoint.method,
    URL: endpoint.url,
    headers: Object.keys(endpoint.headers).join(', '),
    'signing secret': endpoint.signingSecret,
    'Standard Webhooks': endpoint.standardWebhooks,
    created: showTime(endpoint.createdAt),
  });
