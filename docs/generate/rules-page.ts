import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { markdownTable } from '../../src/contract/markdown-table.ts';
import { madeFrom } from './made-from.ts';

/** `docs/rules.md`: each rule of the specification by its id, under the section of the specification that it comes from. */
export function rulesPage(): string {
  const sections: Record<string, Record<string, string | { readonly rule: string }>> = parse(
    readFileSync(new URL('../../test/specification/rules.yaml', import.meta.url), 'utf8'),
  );
  return `# Rules

Ringpost is built to a written specification, the *Outbound Calling and Webhook Public API Specification*. These are its rules in short words. The code,
its comments and its tests cite them by id, for example \`L-RATE-01\`. Each table names the section of the specification that its rules come from.

An id never changes its meaning. Every rule is held by at least one test, which names it in a comment \`// holds: L-RATE-01\`; \`npm run trace\` lists each
rule with its tests.

${Object.entries(sections).map(ruleSection).join('\n\n')}

${madeFrom('test/specification/rules.yaml')}
`;
}

function ruleSection([title, rules]: readonly [string, Record<string, string | { readonly rule: string }>]): string {
  const source = sources[title];
  if (source === undefined) throw new Error(`docs/generate/rules-page.ts does not say where the rules of “${title}” come from.`);
  const rows = Object.entries(rules).map(([id, rule]) => [`<a id="${id}"></a>\`${id}\``, typeof rule === 'string' ? rule : rule.rule]);
  return `## ${title}\n\nSource: ${source}.\n\n${markdownTable(['rule', 'says'], rows)}`;
}

/** Headings of the specification, by the section of `rules.yaml`. */
const sources: Readonly<Record<string, string>> = {
  'The service': '“What the service does”',
  Conventions: '“What the service does”, Conventions',
  'Call: fields': '“Resources and their fields”, Call',
  'Agent: fields': '“Resources and their fields”, Agent (public view)',
  'Webhook endpoint: fields': '“Resources and their fields”, Webhook endpoint',
  'Automation trigger: fields': '“Resources and their fields”, Automation trigger',
  'Webhook delivery: fields': '“Resources and their fields”, Webhook delivery record',
  'Call: states': '“States and transitions”, Call status',
  'Webhook delivery: states': '“States and transitions”, Webhook delivery status',
  Activity: '“States and transitions”, Endpoint and trigger activity',
  'POST /calls': '“Endpoints”, POST /calls',
  'GET /calls/{id}': '“Endpoints”, GET /calls/:id',
  'POST /calls/{id}/end': '“Endpoints”, POST /calls/:id/end',
  Agents: '“Endpoints”, the routes of /agents',
  'Webhook endpoints': '“Endpoints”, the routes of /webhooks',
  'Webhook deliveries': '“Endpoints”, the routes of /webhook-deliveries',
  'Automation triggers': '“Endpoints”, the routes of /automation-triggers',
  'Not offered': '“Endpoints”, Deferred capabilities',
  Authentication: '“Authentication”',
  'Events: which': '“Events”, Subscribable events',
  'call.completed': '“Events”, call.completed data',
  'sms events': '“Events”, sms.received, sms.delivered, sms.failed data',
  'lead.qualified': '“Events”, lead.qualified data',
  'How deliveries behave': '“Events”, Delivery behavior',
  Errors: '“Errors”',
  Limits: '“Limits”',
  Versions: '“Versioning”',
};
