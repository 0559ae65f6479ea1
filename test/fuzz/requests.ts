import fc from 'fast-check';
import { generateSync } from 'json-schema-faker';
import { character } from '../support/character.ts';
import { type BodyChange, bodyOf, oddBody } from './bodies.ts';
import type { FuzzedRoute } from './routes.ts';
import { costlySchema } from './schemas.ts';
import type { Ids, Stage } from './stage.ts';
import { oddStrings } from './values.ts';

/** A request as it is written on the wire. `route`: what it was made from; what it asks for the judge finds out. */
export interface FuzzedRequest {
  readonly route: FuzzedRoute;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Where each byte of the message was changed: it may not be HTTP any more. */
  readonly spoilt: readonly SpoiltByte[];
}

export interface SpoiltByte {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** What a request is made of. It holds no id, so that it means the same whatever exists. */
export interface Recipe {
  readonly route: FuzzedRoute;
  readonly seed: number;
  readonly body: readonly BodyChange[];
  readonly bodyText: string | null;
  readonly path: readonly (string | null)[];
  readonly query: readonly (readonly [name: number, value: string])[];
  readonly queryText: string;
  readonly method: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly isChunked: boolean;
  readonly isSigned: boolean;
  readonly spoilt: readonly SpoiltByte[];
  /** Stands where the body has an extraction schema. */
  readonly extractionSchema: object | null;
}

/** One route's document, a valid request by it, and what is then changed in it: often little, seldom everything. */
export const recipes = (routes: readonly FuzzedRoute[]): fc.Arbitrary<Recipe> =>
  fc.record({
    route: fc.constantFrom(...routes),
    seed: fc.nat(5_000),
    body: fc.oneof(
      smallestFirst,
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(oddBody, { minLength: 1, maxLength: 2 }) },
    ),
    bodyText: seldom(
      12,
      fc.oneof(fc.string({ unit: character, maxLength: 40 }), fc.constantFrom('', '{', '[]', 'null', '"a"', '{}{}', '\ufeff{}')),
    ),
    path: fc.array(seldom(4, fc.oneof(fc.constantFrom(...oddStrings), fc.string({ unit: character, maxLength: 20 }))), { maxLength: 3 }),
    query: fc.array(fc.tuple(fc.nat(12), fc.oneof(fc.constantFrom(...oddStrings, '1', '20', 'failed', 'sms.received'), fc.string())), {
      maxLength: 4,
    }),
    queryText: fc.oneof(
      smallestFirst,
      { weight: 8, arbitrary: fc.constant('') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '&&',
          'a',
          '=',
          '%',
          '%zz=%00',
          '__proto__[x]=1',
          '__proto__=1',
          'page[]=1&page[]=2',
          'limit=1;limit=2',
          '?',
          '#',
        ),
      },
    ),
    method: seldom(25, fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY')),
    headers: fc.oneof(smallestFirst, { weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
    isChunked: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 9),
    isSigned: fc.integer({ min: 0, max: 9 }).map((draw) => draw < 9),
    spoilt: fc.oneof(
      smallestFirst,
      { weight: 25, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(spoiltByte, { minLength: 1, maxLength: 4 }) },
    ),
    extractionSchema: seldom(1, costlySchema),
  });

/** Making a failure smaller tries the first choice too. Without it an odd header that plays no part would stay. */
const smallestFirst = { withCrossShrink: true };

/** Null all but every `n`th time. */
const seldom = <T>(n: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof(smallestFirst, { weight: n, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** No line break: a header with one is two, which the spoilt bytes try. */
const headerText = fc
  .oneof(fc.constantFrom(...oddStrings), fc.string({ unit: character, maxLength: 60 }))
  .map((text) => text.replace(/[\r\n]/g, ' '));

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'authorization',
    'content-type',
    'content-encoding',
    'accept',
    'accept-encoding',
    'x-request-id',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-http-method-override',
    'expect',
    'range',
    'if-none-match',
    'cookie',
    'origin',
    'te',
    'upgrade',
    'user-agent',
    '__proto__',
    'constructor',
    'x-signature',
    'x-timestamp',
    'x-twilio-signature',
    'access-control-request-method',
  ),
  fc.oneof(
    headerText,
    fc.constantFrom(
      'application/json; charset=utf-8',
      'application/json; charset=latin1',
      'text/plain',
      'gzip',
      '100-continue',
      'h2c',
      'Bearer',
      'Basic YTpi',
      'Bearer rp_test_c1_0_0',
      'bytes=0-1',
    ),
  ),
  { minKeys: 1, maxKeys: 4 },
);

const spoiltByte: fc.Arbitrary<SpoiltByte> = fc.record({
  at: fc.nat(600),
  remove: fc.nat(3),
  insert: fc.oneof(
    fc.string({ unit: character, maxLength: 4 }),
    fc.constantFrom('\r\n', '\n', '\0', '\r\n\r\n', ' ', ':', '\r\nTransfer-Encoding: chunked', '\r\nContent-Length: 3', '\r\nX: '),
  ),
});

/** The request that a recipe means now, with the ids of things that exist. */
export function requestOf(recipe: Recipe, stage: Credentials, ids: Ids): FuzzedRequest {
  const { route } = recipe;
  const target = targetOf(recipe, ids);
  const body = contentOf(recipe, ids);
  const method = recipe.method ?? route.method;
  const headers = {
    ...credentials(recipe, stage, ids, target, body ?? Buffer.alloc(0)),
    ...(body && { 'content-type': route.path.includes('twilio') ? 'application/x-www-form-urlencoded' : 'application/json' }),
    ...recipe.headers,
    ...(body && (recipe.isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) })),
  };
  // Who reads the answer to a spoilt message must know whether it has a body.
  const spoilt = method === 'HEAD' ? [] : recipe.spoilt;
  return { route, method, target, headers, body, spoilt };
}

function targetOf({ route, path, query, queryText }: Recipe, ids: Ids): string {
  let nth = 0;
  const filled = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(path[nth++] ?? idOf(route, name, ids)));
  // An unknown name refuses the request before anything else is tried: those come by `queryText` alone.
  const { queryNames } = route;
  const named = queryNames.length === 0 ? [] : query.map(([name, value]) => `${queryNames[name % queryNames.length]}=${encoded(value)}`);
  const text = [...named, ...(queryText === '' ? [] : [queryText])].join('&');
  return text === '' ? filled : `${filled}?${text}`;
}

/** Half of a surrogate pair has no encoding: it goes as what stands for it. Empty would be another path. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()) || '%20';

function idOf({ path }: FuzzedRoute, name: string, ids: Ids): string {
  if (name !== 'id') return ids[name as keyof Ids] ?? 'unknown';
  if (path.includes('/calls')) return ids.callId;
  if (path.includes('/agents')) return ids.agentId;
  if (path.includes('/webhooks')) return ids.webhookEndpointId;
  return path.includes('/automation-triggers') ? ids.triggerId : ids.deliveryId;
}

function contentOf({ route, seed, body, extractionSchema, bodyText }: Recipe, ids: Ids): Buffer | null {
  if (!route.takesBody) return body.length > 0 ? Buffer.from('{}') : null;
  if (bodyText !== null) return Buffer.from(bodyText);
  return bodyOf(route, withSchema(valid(route, seed), extractionSchema), body, ids);
}

/** One of the document's examples, or one made by its schema. */
function valid({ bodySchema, examples }: FuzzedRoute, seed: number): unknown {
  const turn = seed % (examples.length + 2);
  return examples[turn] ?? (bodySchema ? generateSync(bodySchema, { seed, alwaysFakeOptionals: seed % 2 === 0 }) : {});
}

function withSchema(body: unknown, schema: object | null): unknown {
  if (schema === null || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, /^(s|extractionS)chema$/.test(name) ? schema : value]));
}

export type Credentials = Pick<Stage, 'operatorToken' | 'signVoice' | 'signText'>;

function credentials({ route, isSigned }: Recipe, stage: Credentials, ids: Ids, target: string, body: Buffer): Record<string, string> {
  if (!isSigned) return {};
  if (route.api === 'public') return { authorization: `Bearer ${ids.key}` };
  if (route.api === 'operator') return { authorization: `Bearer ${stage.operatorToken}` };
  return route.path.includes('twilio') ? stage.signText(target, body) : stage.signVoice(body);
}
