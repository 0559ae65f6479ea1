/** The part of JSON Schema that the event schemas use. `$ref` names another shape. */
export interface Shape {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly oneOf?: readonly Shape[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
  readonly minimum?: number;
  readonly maxLength?: number;
  readonly format?: 'date-time';
}

/** Tells if a value parsed from JSON has the shape. What any value has is not looked into: metadata may be nested deeply. */
export function fits(value: unknown, shape: Shape, shapes: Readonly<Record<string, Shape>>): boolean {
  if (Object.keys(shape).length === 0) return true;
  if (shape.$ref !== undefined && !fitsNamed(value, shape.$ref, shapes)) return false;
  if (shape.type !== undefined && ![shape.type].flat().some((type) => isOf(type, value))) return false;
  if (shape.const !== undefined && value !== shape.const) return false;
  if (shape.oneOf && shape.oneOf.filter((one) => fits(value, one, shapes)).length !== 1) return false;
  if (typeof value === 'number') return shape.minimum === undefined || value >= shape.minimum;
  if (typeof value === 'string') return fitsText(value, shape);
  if (Array.isArray(value)) return value.every((item) => fits(item, shape.items ?? {}, shapes));
  return typeof value !== 'object' || value === null || fitsMembers(value, shape, shapes);
}

function fitsNamed(value: unknown, name: string, shapes: Readonly<Record<string, Shape>>): boolean {
  const shape = shapes[name];
  if (!shape) throw new Error(`There is no shape ${name}.`);
  return fits(value, shape, shapes);
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** Checks a text. JSON Schema counts code points. */
function fitsText(value: string, { maxLength, format }: Shape): boolean {
  if (maxLength !== undefined && value.length > maxLength && [...value].length > maxLength) return false;
  return format === undefined || (dateTime.test(value) && !Number.isNaN(Date.parse(value)));
}

/** The format is that of RFC 3339. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

function fitsMembers(value: object, shape: Shape, shapes: Readonly<Record<string, Shape>>): boolean {
  const { required = [], properties = {}, additionalProperties = {} } = shape;
  const shapeOf = (name: string): Shape => (Object.hasOwn(properties, name) && properties[name]) || additionalProperties;
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, member]: [string, unknown]) => fits(member, shapeOf(name), shapes))
  );
}
