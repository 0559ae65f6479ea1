import type { Shape } from '../webhooks/shape.ts';
import { generatedNote, nameIn, reached } from './document.ts';

/** Returns the shapes as a module of TypeScript. */
export function eventShapes(document: EventSchemas): string {
  const { events, shapes } = eventShapeTables(document);
  return [
    generatedNote,
    "import type { Shape } from '../webhooks/shape.ts';",
    `export const eventShapes: Readonly<Record<string, Shape>> = ${JSON.stringify(events, null, 1)};`,
    `export const shapes: Readonly<Record<string, Shape>> = ${JSON.stringify(shapes, null, 1)};\n`,
  ].join('\n\n');
}

/**
 * Returns the events' schemas without their prose, reduced to the few keywords that `webhooks/shape.ts` reads.
 * Verifying then needs neither Ajv nor `eval`, which workers forbid.
 */
export function eventShapeTables({ components: { messages, schemas } }: EventSchemas): EventShapeTables {
  const events = Object.values(messages).flatMap(({ name, payload }) => (name && payload ? [[name, bare(payload)] as const] : []));
  return {
    events: Object.fromEntries(events),
    shapes: Object.fromEntries([...reached(events, schemas)].map((name) => [name, bare(schemas[name])])),
  };
}

interface EventShapeTables {
  readonly events: Readonly<Record<string, Shape>>;
  /** Holds what the events refer to, by name. */
  readonly shapes: Readonly<Record<string, Shape>>;
}

export interface EventSchemas {
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly name?: string; readonly payload?: object }>>;
    readonly schemas: Readonly<Record<string, unknown>>;
  };
}

/** What tells people and editors something, and refuses nothing. */
const prose = new Set(['description', 'examples', 'x-extensible-enum']);

/** Throws for a keyword that the reader of shapes does not know, which would otherwise be ignored. */
function bare(schema: unknown): Shape {
  const entries = Object.entries(schema ?? {}).filter(([keyword]) => !prose.has(keyword));
  return Object.fromEntries(
    entries.map(([keyword, value]: [string, unknown]): [string, unknown] => {
      switch (keyword) {
        case '$ref':
          return [keyword, nameIn(String(value))];
        case 'properties':
          return [keyword, Object.fromEntries(Object.entries(value ?? {}).map(([name, inner]) => [name, bare(inner)]))];
        case 'items':
          return [keyword, bare(value)];
        case 'oneOf':
          return [keyword, Array.isArray(value) ? value.map(bare) : value];
        case 'type':
        case 'const':
        case 'required':
        case 'minimum':
        case 'maxLength':
          return [keyword, value];
        case 'format':
          if (value === 'date-time') return [keyword, value];
          break;
        case 'additionalProperties':
          if (value !== false) return [keyword, value === true ? {} : bare(value)];
      }
      throw new Error(`sdk/webhooks/shape.ts does not know ${keyword}: ${JSON.stringify(value)}. Teach it first.`);
    }),
  );
}
