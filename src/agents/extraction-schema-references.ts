import { invalidExtractionSchema } from '../errors.ts';
import { maxExpandedSubschemas } from '../process/limits.ts';

/** A schema within an extraction schema, and the schemas that it applies. */
export interface Subschema {
  readonly path: string;
  /** Holds schemas for the same data: those of `allOf`, `if` and the like, and the targets of `$ref`. */
  readonly inPlace: Subschema[];
  /** Holds schemas for parts of the data, such as properties. */
  readonly within: Subschema[];
}

/**
 * Refuses references that make validation endless or too costly. Every schema is visited once, so the time is linear in
 * their number however often they refer to each other.
 */
export function checkReferences(schemas: readonly Subschema[]): void {
  const ended = new Set<Subschema>();
  for (const schema of schemas) checkItEnds(schema, new Set(), ended);
  const sizes = new Map<Subschema, number>();
  for (const schema of schemas) expandedSize(schema, sizes);
}

/** Throws if a schema applies itself to the same data again: validation with it would never end. */
function checkItEnds(schema: Subschema, around: Set<Subschema>, ended: Set<Subschema>): void {
  if (ended.has(schema)) return;
  if (around.has(schema))
    refuse(schema.path, 'The schema refers to itself without a step into the data, so that validation would never end.');
  around.add(schema);
  for (const next of schema.inPlace) checkItEnds(next, around, ended);
  around.delete(schema);
  ended.add(schema);
}

/** Returns the number of schemas after replacing each `$ref` by its target, or by nothing if it refers to itself. */
function expandedSize(schema: Subschema, sizes: Map<Subschema, number>): number {
  const known = sizes.get(schema);
  if (known !== undefined) return known;
  sizes.set(schema, 0);
  const size = [...schema.inPlace, ...schema.within].reduce((sum, next) => sum + expandedSize(next, sizes), 1);
  if (size > maxExpandedSubschemas)
    refuse(
      schema.path,
      `The schema is too costly: with each $ref replaced by what it refers to, it has more than ${maxExpandedSubschemas} subschemas.`,
    );
  sizes.set(schema, size);
  return size;
}

function refuse(path: string, message: string): never {
  throw invalidExtractionSchema(path, message);
}
