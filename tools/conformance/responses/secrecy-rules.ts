import { object } from '../../../src/contract/json.ts';
import { codeOf } from '../api.ts';
import type { Exchange } from '../exchange.ts';
import type { ResponseRule } from './rule.ts';

export const secrecyRules: readonly ResponseRule[] = [
  {
    id: 'B8',
    title: 'A whole signing secret is shown when it is made and never again',
    rule: 'Public API, CreatedWebhookEndpoint and WebhookEndpoint: lists show the last four characters behind asterisks.',
    kind: 'fail',
    wrong: (exchange, { secrets }) => {
      const { request, response } = exchange;
      if (request.operationId === 'createWebhookEndpoint' && response.status === 201) {
        const secret = shownSecret(exchange);
        if (secret) secrets.add(secret);
        return null;
      }
      const told = (response.text.match(/[0-9a-f]{64}/g) ?? []).find((text) => secrets.has(text));
      return told ? `A signing secret that was made earlier (…${told.slice(-4)}) stands in this answer.` : null;
    },
  },
  {
    id: 'B10',
    title: 'Errors tell nothing of the inside: no stack trace, file, statement or library',
    rule: 'Public API, Errors: the message is a sentence for people.',
    kind: 'fail',
    wrong: ({ response }) => {
      if (codeOf(response.json) === null && response.status < 400) return null;
      const found = insides.map((pattern) => pattern.exec(messageOf(response.json) ?? response.text)?.[0]).find(Boolean);
      return found ? `The answer tells "${found}".` : null;
    },
  },
];

/**
 * Returns a secret that the answer shows. A repeated idempotency key shows the same secret, because its caller may have
 * lost the first answer.
 */
function shownSecret({ response: { json } }: Exchange): string | null {
  const { signingSecret } = object(object(json)['endpoint']);
  return typeof signingSecret === 'string' ? signingSecret : null;
}

/** Returns the service's own message. `details` may repeat what the caller sent, so it is left out. */
function messageOf(json: unknown): string | null {
  const { message } = object(object(json)['error']);
  return message === undefined ? null : String(message);
}

const insides = [
  /\bat [\w$.<> ]+ \(?[^ )]*:\d+:\d+/,
  /\/?node_modules\/\S*/,
  /\b[\w/-]+\.[cm]?[jt]s:\d+/,
  /\b(select|insert into|update|delete from) .{1,80}\b(from|values|set|where)\b/i,
  /\b(ECONN\w+|ETIMEDOUT|ENOTFOUND|SQLSTATE|TypeError|ReferenceError|RangeError)\b/,
  /\b(knex|openapi-backend|ioredis|undici|postgresql|relation ")/i,
];
