import { isObject } from '../../contract/document.ts';
import type { Exchange } from '../exchange.ts';
import { isSameJson } from '../expect.ts';
import { type Fields, objectsOf, type PlacedCall } from './account.ts';
import type { Comparison } from './comparison.ts';

/** Compares endpoints, triggers and agents with the model: one request for each list that the model knows of. */
export async function compareStanding(comparison: Comparison): Promise<void> {
  const { account } = comparison;
  await compareList(comparison, {
    rule: 'O1',
    noun: 'endpoint',
    list: 'listWebhookEndpoints',
    create: 'createWebhookEndpoint',
    member: 'endpoints',
    known: account.endpoints,
    // Health changes with what receivers answer, and the secret is masked.
    shown: ({ health: _health, signingSecret: _secret, ...endpoint }) => endpoint,
  });
  await compareList(comparison, {
    rule: 'O2',
    noun: 'trigger',
    list: 'listAutomationTriggers',
    create: 'createAutomationTrigger',
    member: 'triggers',
    known: account.triggers,
    shown: (trigger) => trigger,
  });
  if (account.schemas.size > 0) await compareSchemas(comparison);
}

interface Listed {
  readonly rule: 'O1' | 'O2';
  readonly noun: string;
  readonly list: string;
  readonly create: string;
  readonly member: string;
  readonly known: ReadonlyMap<string, Fields>;
  readonly shown: (item: Fields) => Fields;
}

async function compareList(comparison: Comparison, { rule, noun, list, create, member, known, shown }: Listed): Promise<void> {
  const { account, model, report } = comparison;
  const exchange = await asked(comparison, list);
  if (!exchange) return;
  comparison.look(rule);
  const items = objectsOf((exchange.response.json as Fields)[member]);
  const listedIds = new Set(items.map(({ id }) => String(id)));
  for (const [id, { webhookEndpointId }] of known) {
    // A trigger goes with its endpoint.
    if (listedIds.has(id) || account.mayBeGone.has(id) || account.mayBeGone.has(String(webhookEndpointId))) continue;
    const refused = model.refusalNaming(id);
    report(rule, `The ${noun} ${id} is gone, and no request to delete it was accepted${after(refused)}.`, refused ?? exchange);
  }
  for (const item of items) {
    const id = String(item['id']);
    const made = known.get(id);
    if (made) {
      const is = shown(item);
      if (!isSameJson(is, made))
        report(rule, `The ${noun} ${id} is ${JSON.stringify(is)}, and was made as ${JSON.stringify(made)}.`, exchange);
      continue;
    }
    const refused = model.refusalNaming(id, String(item['url'] ?? item['webhookEndpointId'] ?? ''));
    // Others may have made something of a tenant that is not the run's own.
    if (account.uncertain.has(create) || (!account.whole && !refused)) continue;
    report(rule, `The ${noun} ${id} exists, and no accepted request made it${after(refused)}.`, refused ?? exchange);
  }
  const times = items.filter(({ id }) => known.has(String(id))).map(({ createdAt }) => createdAt);
  if (times.some((time, index) => typeof time === 'string' && time < String(times[index - 1] ?? '')))
    report(rule, `${list} does not list the oldest first.`, exchange);
}

async function compareSchemas(comparison: Comparison): Promise<void> {
  const { account, model } = comparison;
  const exchange = await asked(comparison, 'listAgents');
  if (!exchange) return;
  comparison.look('O3');
  const agents = new Map(objectsOf((exchange.response.json as Fields)['agents']).map((agent) => [String(agent['id']), agent]));
  for (const [id, schemas] of account.schemas) {
    const shown = JSON.stringify(agents.get(id)?.['extractionSchema']);
    if (schemas.includes(shown) || account.uncertain.has('setExtractionSchema')) continue;
    const refused = model.refusalNaming(id);
    comparison.report(
      'O3',
      `The extraction schema of ${id} is ${shown}, and the last accepted one is ${schemas.join(' or ')}${after(refused)}.`,
      refused ?? exchange,
    );
  }
}

/** Compares each call that was placed with the model: one request for each. */
export async function compareCalls(comparison: Comparison): Promise<void> {
  const { account, model, look, report } = comparison;
  for (const [id, placed] of account.calls) {
    const exchange = await asked(comparison, 'readCall', { id });
    if (!exchange) continue;
    look('O4');
    const { call } = exchange.response.json as Fields;
    if (!isObject(call)) continue;
    if (call['endedReason'] === 'ended-by-api' && !placed.ended) {
      const refused = model.refusalNaming(id);
      report('O4', `The call ${id} was hung up, and no request to end it was accepted${after(refused)}.`, refused ?? exchange);
    }
    for (const name of constant)
      if (!isSameJson(call[name], placed.call[name]))
        report('O4', `${name} of the call ${id} was ${JSON.stringify(placed.call[name])}, and is ${JSON.stringify(call[name])}.`, exchange);
    expectSameEnd(comparison, id, placed, call, exchange);
  }
}

const constant = [
  'id',
  'agentId',
  'phoneNumber',
  'fromPhoneNumber',
  'direction',
  'createdAt',
  'variables',
  'metadata',
  'knownConsent',
  'consentRecordId',
];

/** Expects the status and, since the call had its outcome, the times with which the run saw it end. */
function expectSameEnd({ report }: Comparison, id: string, { final }: PlacedCall, call: Fields, exchange: Exchange): void {
  if (!final) return;
  for (const name of final['outcome'] === null ? ['status'] : ['status', 'startedAt', 'endedAt'])
    if (!isSameJson(final[name], call[name]))
      report(
        'O4',
        `${name} of the call ${id}, which had ended, was ${JSON.stringify(final[name])} and is ${JSON.stringify(call[name])}.`,
        exchange,
      );
}

const after = (refused: Exchange | null): string =>
  refused ? ` (${refused.request.operationId ?? refused.request.method} was answered ${refused.response.status})` : '';

/**
 * Returns the answer, or null where the service lacks the operation, the key may not see it (it was revoked, or its
 * budget is used up) or the answer is no JSON object.
 */
export async function asked(
  { api, unpaced }: Pick<Comparison, 'api' | 'unpaced'>,
  operationId: string,
  path: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | number>> = {},
): Promise<Exchange | null> {
  if (!api.offers(operationId)) return null;
  const exchange = await api.ask(operationId, { path, query, unpaced });
  return exchange.response.status === 200 && isObject(exchange.response.json) ? exchange : null;
}
