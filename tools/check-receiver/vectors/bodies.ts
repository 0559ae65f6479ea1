import { type Example, examples } from '../../../src/contract/event-examples.ts';
import type { JsonObject } from '../../contract/document.ts';
import { withData, withNulls, withoutOptional, withUnknownFields, writtenOddly } from '../events.ts';
import { type How, taken, type Vector } from '../vector.ts';

/** Vectors of sound deliveries: every example, and what else the documents let come. */
export function bodyVectors(event: string | null): readonly Vector[] {
  const wanted = examples().filter((example) => event === null || example.event === event);
  const events = [...new Set(wanted.map((example) => example.event))];
  return [
    ...wanted.map(exampleVector),
    ...events.flatMap((name) => variants(name, wanted)),
    ...special.filter(({ event: name }) => events.includes(name)).flatMap(specialVector),
    unknownEvent,
    oddlyWritten,
    lineAtEnd,
  ];
}

const exampleVector = ({ event, name, body }: Example): Vector =>
  taken(
    {
      id: `example-${name}`,
      group: 'examples',
      title: `${event}: the example ${name}`,
      why: `It is signed and fresh. Webhooks, the message ${event} and its examples; Getting events, 3.`,
    },
    (probe) => probe.delivery({ body }),
  );

function variants(event: string, all: readonly Example[]): readonly Vector[] {
  const own = all.filter((example) => example.event === event);
  const [first] = own;
  return [
    variant('nulls', event, 'with null wherever null may be', `The schema of ${event} lets these fields be null.`, withNulls(own)),
    variant(
      'absent',
      event,
      'without every field that may be missing',
      `The schema of ${event} does not require these fields.`,
      withoutOptional(own),
    ),
    variant('unknown-fields', event, 'with new fields in each object', changesToCome, first ? [withUnknownFields(first.body)] : []),
  ].flat();
}

const variant = (id: string, event: string, title: string, why: string, bodies: readonly JsonObject[]): readonly Vector[] =>
  bodies.map((body, index) =>
    taken({ id: `${id}-${event}${index === 0 ? '' : `-${index + 1}`}`, group: 'bodies', title: `${event}, ${title}`, why }, (probe) =>
      probe.delivery({ body }),
    ),
  );

const changesToCome = 'Webhooks, Changes to come: ignore fields, outcomes, error codes and events that you don’t know.';
const schemaOf = 'Webhooks, the schema of call.completed:';

/** A body that the documents let come, made from the first example of its event. */
interface Special {
  readonly event: string;
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly data: JsonObject;
  readonly how?: How;
}

const mayBeIgnored: How = { mayBeIgnored: true };

const special: readonly Special[] = [
  {
    event: 'call.completed',
    id: 'unknown-outcome',
    title: 'A call with an outcome that is new',
    why: changesToCome,
    data: { outcome: 'WANTS_A_LETTER' },
    how: mayBeIgnored,
  },
  {
    event: 'call.completed',
    id: 'transcript',
    title: 'A transcript of 10,000 characters',
    why: `${schemaOf} a transcript has up to 10,000 characters.`,
    data: { transcript: `${'Contact: Yes. '.repeat(1_000).slice(0, 9_986)}...[truncated]` },
  },
  {
    event: 'call.completed',
    id: 'transcript-emoji',
    title: 'A transcript of 10,000 characters of four bytes',
    why: `${schemaOf} characters are code points, so it may have 40,000 bytes.`,
    data: { transcript: '📞'.repeat(10_000) },
  },
  {
    event: 'call.completed',
    id: 'largest',
    title: 'A call with as much as a request may bring: 100 variables of 4 KB, six times that as JSON, and 16 KB of metadata',
    why: `${schemaOf} variables and metadata come back unchanged. Public API, POST /calls: their limits, for strings before they are escaped.`,
    data: {
      variables: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`variable_${n}`, '\u0001'.repeat(4_096)])),
      metadata: { note: 'm'.repeat(16_000) },
    },
  },
  {
    event: 'sms.failed',
    id: 'unknown-error-code',
    title: 'A text that failed with an error code that is new',
    why: changesToCome,
    data: { error_code: 'E-99999' },
    how: mayBeIgnored,
  },
];

const specialVector = ({ event, data, how, ...about }: Special): readonly Vector[] =>
  examples()
    .filter((example) => example.event === event)
    .slice(0, 1)
    .map(({ body }) => taken({ ...about, group: 'bodies' }, (probe) => probe.delivery({ body: withData(body, data) }), how));

const unknownEvent: Vector = taken(
  {
    id: 'unknown-event',
    group: 'bodies',
    title: 'An event that is new',
    why: `It may be ignored, but not refused: it would be sent again for hours. ${changesToCome}`,
  },
  (probe) => probe.delivery({ body: { ...probe.event(), event: 'call.transferred', data: { transferred_to: '+15550012345' } } }),
  mayBeIgnored,
);

const oddlyWritten: Vector = taken(
  {
    id: 'odd-bytes',
    group: 'bodies',
    title: 'JSON that changes when it is parsed and written again: spaces, escapes, 1.0, long numbers',
    why: 'The signature is that of the raw bytes. Webhooks, Checking the signature, 1.',
  },
  (probe) => probe.delivery({ body: writtenOddly(probe.event()) }),
);

const lineAtEnd: Vector = taken(
  {
    id: 'line-at-end',
    group: 'bodies',
    title: 'A body that ends in a line break',
    why: 'The line break is signed as well. Webhooks, Checking the signature, 1.',
  },
  (probe) => probe.delivery({ body: Buffer.from(`${JSON.stringify(probe.event())}\n`) }),
);
