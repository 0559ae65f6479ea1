import type { Check } from '../check.ts';
import { expectRefusal } from '../expect.ts';
import { harmlessSampleFor, type Sample } from '../samples.ts';
import { onEveryWriting } from './refused-data.ts';

const rule = 'Public API, Which refusal comes first: 6. JSON behind a byte order mark, or with the same name twice in one object.';

/** E21 and E22 check JSON that some parsers accept and read in different ways. */
export const unclearJsonChecks: readonly Check[] = [
  {
    id: 'E21',
    title: 'A body behind a byte order mark is refused',
    rule,
    run: (world) =>
      onEveryWriting(world, async ({ id }, tenant) => {
        const { path, body } = await harmlessSampleFor(world, tenant, id);
        const exchange = await tenant.api.ask(id, { path, body: `\uFEFF${JSON.stringify(body)}` });
        expectRefusal(world, exchange, 400, 'invalid_request', `${id} behind a byte order mark`);
      }),
  },
  {
    id: 'E22',
    title: 'A body in which an object has a name twice is refused, at whatever depth, also where both mean the same',
    rule,
    run: (world) =>
      onEveryWriting(world, async ({ id }, tenant) => {
        const { path, body } = await harmlessSampleFor(world, tenant, id);
        for (const [what, text] of Object.entries(withNamesTwice(id, body)))
          expectRefusal(world, await tenant.api.ask(id, { path, body: text }), 400, 'invalid_request', `${id} with ${what}`);
      }),
  },
];

function withNamesTwice(operationId: string, body: Sample['body']): Readonly<Record<string, string>> {
  const [name = '', value] = Object.entries(body)[0] ?? [];
  const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
  const others = JSON.stringify(body).slice(1);
  const [property, object] = insideOf(operationId);
  return {
    'a name twice': `{${member},${others}`,
    'a name twice, once in escapes': `{${member.replace(name, escaped)},${others}`,
    'a name twice inside': JSON.stringify({ ...body, [property]: 'PLACE' }).replace('"PLACE"', object),
  };
}

/** Returns an object in the operation's body that would be valid if its name appeared once. */
function insideOf(operationId: string): readonly [property: string, object: string] {
  switch (operationId) {
    case 'placeCall':
      return ['metadata', '{"inside":1,"inside":1}'];
    case 'setExtractionSchema':
      return ['schema', '{"type":"object","type":"object"}'];
    case 'createWebhookEndpoint':
      return ['headers', '{"X-Team":"sales","X-Team":"sales"}'];
    case 'createAutomationTrigger':
      return ['conditions', '{"outcome":["BUSY"],"outcome":["BUSY"]}'];
    default:
      throw new Error(`There is no object inside the body of ${operationId}: add one.`);
  }
}
