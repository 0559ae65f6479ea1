import { maxSchemaBytes, maxSchemaDepth } from '../../../src/agents/extraction-schema.ts';
import { tokenReturnsMs } from '../../../src/pacing/bucket-state.ts';
import {
  defaultTenantLimits,
  idempotencyRetentionHours,
  maxAutomationTriggers,
  maxEndpointHeaderBytes,
  maxEndpointHeaders,
  maxExpandedSubschemas,
  maxMetadataBytes,
  maxSubschemas,
  maxVariableBytes,
  maxVariables,
  maxWebhookEndpoints,
  negativeLookUps,
  placementDeadlineMs,
  placementGraceMs,
  recordingUrlSeconds,
} from '../../../src/process/limits.ts';
import { entries, type Findings, isObject, type JsonObject, text } from '../document.ts';

/**
 * Checks that every number in an extension of the public document is the one by which the service goes. A number that nothing here
 * compares is a problem as well: it could say anything.
 */
export function checkNumbers(document: JsonObject): Findings {
  const found = numbersIn(document, []);
  const problems = found.flatMap(({ place, name, said }) => {
    const done = numbers[name];
    if (done === undefined) return [`${place}: nothing in the service is compared with ${name}.`];
    return said === done ? [] : [`${place}: ${name} is published as ${said}, but the service goes by ${done}.`];
  });
  const unsaid = Object.keys(numbers).filter((name) => !found.some((number) => number.name === name));
  return { checked: found.length, problems: [...problems, ...unsaid.map((name) => `${name} stands nowhere in the document.`)] };
}

/** By the extension, or the property that has it, and the member. A budget of requests or webhooks is named before its numbers. */
const numbers: Readonly<Record<string, number>> = {
  'write.limit': defaultTenantLimits.writesPerMinute,
  'write.windowSeconds': tokenReturnsMs / 1_000,
  'read.limit': defaultTenantLimits.readsPerMinute,
  'read.windowSeconds': tokenReturnsMs / 1_000,
  'webhooks-1.limit': defaultTenantLimits.callEventsPerMinute,
  'webhooks-1.windowSeconds': tokenReturnsMs / 1_000,
  'webhooks-2.limit': defaultTenantLimits.textEventsPerMinute,
  'webhooks-2.windowSeconds': tokenReturnsMs / 1_000,
  'x-idempotency.retentionHours': idempotencyRetentionHours,
  'x-placement.negativeLookUps': negativeLookUps,
  'x-placement.graceSeconds': placementGraceMs / 1_000,
  'x-placement.deadlineSeconds': placementDeadlineMs / 1_000,
  'post.endpointsPerTenant': maxWebhookEndpoints,
  'post.triggersPerTenant': maxAutomationTriggers,
  'variables.entries': maxVariables,
  'variables.valueBytes': maxVariableBytes,
  'metadata.bytes': maxMetadataBytes,
  'recordingUrl.validSeconds': recordingUrlSeconds,
  'schema.bytes': maxSchemaBytes,
  'schema.depth': maxSchemaDepth,
  'schema.subschemas': maxSubschemas,
  'schema.expandedSubschemas': maxExpandedSubschemas,
  'headers.entries': maxEndpointHeaders,
  'headers.bytes': maxEndpointHeaderBytes,
};

interface PublishedNumber {
  readonly place: string;
  readonly name: string;
  readonly said: number;
}

function numbersIn(node: unknown, path: readonly string[]): readonly PublishedNumber[] {
  if (Array.isArray(node)) return node.flatMap((each, n) => numbersIn(each, [...path, String(n)]));
  return entries(node).flatMap(([key, value]) => {
    if (key.startsWith('example')) return [];
    if (!key.startsWith('x-')) return numbersIn(value, [...path, key]);
    const owner = (isObject(value) && text(value['budget'])) || (key === 'x-limit' ? path.at(-1) : key);
    return entries(value).flatMap(([name, said]) =>
      typeof said === 'number' && !isReadByTheService(key, name) ? [{ place: `/${path.join('/')}`, name: `${owner}.${name}`, said }] : [],
    );
  });
}

/** The service takes these numbers from the document, so they are in force as they stand. */
const isReadByTheService = (extension: string, name: string): boolean => extension === 'x-limit' && name === 'bodyBytes';
