import { publishedForm } from '../../src/contract/published-form.ts';
import type { Document } from './document.ts';
import { type EventSchemas, eventShapeTables } from './event-shapes.ts';
import { pythonErrors } from './python/errors.ts';
import { pythonOperations } from './python/operations.ts';
import { literal, note } from './python/text.ts';
import { pythonTypes } from './python/types.ts';

/** Makes what the Python client has of the documents: types, operations, refusals, and the shapes of the events. */
export function generatePython(bundles: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const written: Document = JSON.parse(bundles.get('public.json') ?? '');
  const events: EventSchemas = JSON.parse(bundles.get('asyncapi.json') ?? '');
  const published = publishedForm(written);
  return new Map([
    ['__init__.py', `${note}\n`],
    ['types.py', pythonTypes(published)],
    ['operations.py', pythonOperations(published)],
    ['errors.py', pythonErrors(written)],
    ['event_shapes.py', pythonShapes(events)],
  ]);
}

function pythonShapes(document: EventSchemas): string {
  const { events, shapes } = eventShapeTables(document);
  const table = (name: string, value: object): string => `${name}: Dict[str, Any] = ${literal(value)}`;
  return `${[note, 'from typing import Any, Dict', table('EVENT_SHAPES', events), table('SHAPES', shapes)].join('\n\n')}\n`;
}
