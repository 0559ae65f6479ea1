import { invalidExtractionSchema } from '../errors.ts';
import { maxExpandedSubschemas } from '../process/limits.ts';

/** A schema within an extraction schema, and which others are applied where it is. */
export interface Subschema {
  readonly path: string;
  /** Applied to the same data: those of `allOf`, `if` and the like, and what `$ref` refers to. */
  readonly inPlace: Subschema[];
  /** Applied to parts of the data, such as properties. */
  readonly within: Subschema[];
}

/**
 * Refuses what references make endless or too costly. Every schema is looked at once, so this takes time linear in their
 * number however often they refer to each other.
 */
export function checkReferences(schemas: readonly Subschema[]): void {
  const ended = new Set<Subschema>();
  for (const schema of schemas) checkItEnds(schema, new Set(), ended);
  const sizes = new Map<Subschema, number>();
  for (const schema of schemas) expandedSize(schema, sizes);
}

/** Validation with a schema that is applied to the same data again by way of itself would never end. */
function checkItEnds(schema: Subschema, around: Set<Subschema>, ended: Set<Subschema>): void {
  if (ended.has(schema)) return;
  if (around.has(schema))
    refuse(schema.path, 'The schema refers to itself without a step into the data, so that validation would never end.');
  around.add(schema);
  for (const next of schema.inPlace) checkItEnds(next, around, ended);
  around.delete(schema);
  ended.add(schema);
}

/** How many schemas this is with each `$ref` replaced by what it refers to; where it refers to itself, by nothing. */
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
