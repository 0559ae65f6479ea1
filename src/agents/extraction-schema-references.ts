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

/** Refuses references that make validation endless, or the schema too large where each is replaced by what it refers to. */
export function checkReferences(schemas: readonly Subschema[]): void {
  const ended = new Set<Subschema>();
  for (const schema of schemas) checkItEnds(schema, new Set(), ended);
  const [root] = schemas;
  if (root) checkExpansion(root);
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

/**
 * Counts the schemas with each `$ref` replaced by its target, or by nothing within that target itself. Schemas that refer to each other
 * come to a number that is exponential in theirs, so the count ends at the limit.
 */
function checkExpansion(root: Subschema): void {
  const around = new Set<Subschema>();
  let size = 0;
  const count = (schema: Subschema): void => {
    if (around.has(schema)) return;
    size += 1;
    if (size > maxExpandedSubschemas)
      refuse(
        root.path,
        `The schema is too costly: with each $ref replaced by what it refers to, it has more than ${maxExpandedSubschemas} subschemas.`,
      );
    around.add(schema);
    for (const next of schema.inPlace) count(next);
    for (const next of schema.within) count(next);
    around.delete(schema);
  };
  count(root);
}

function refuse(path: string, message: string): never {
  throw invalidExtractionSchema(path, message);
}
