import { codeOf } from './api.ts';
import { Breach } from './check.ts';
import type { Operation } from './documents.ts';
import type { Exchange } from './exchange.ts';
import type { World } from './world.ts';

/** Tells if the answer has this status and code, and reports a breach if it has not. */
export function expectRefusal(world: World, exchange: Exchange, status: number, code: string, where = ''): boolean {
  const { response } = exchange;
  if (response.status === status && codeOf(response.json) === code) return true;
  world.breach(`${where || told(exchange)}: expected ${status} ${code}, got ${summary(exchange)}.`, exchange);
  return false;
}

/** Tells if the answer has this status, and reports a breach if it has not. */
export function expectStatus(world: World, exchange: Exchange, status: number, where: string): boolean {
  if (exchange.response.status === status) return true;
  world.breach(`${where}: expected ${status}, got ${summary(exchange)}.`, exchange);
  return false;
}

/** Returns the body of an answer. The check stops if it is missing. */
// biome-ignore lint/suspicious/noExplicitAny: group B holds every body against its schema; here it is only looked into.
export function bodyOf(exchange: Exchange, status: number): any {
  if (exchange.response.status === status) return exchange.response.json;
  throw new Breach(`${told(exchange)}: expected ${status}, got ${summary(exchange)}.`, exchange);
}

/** Returns the details of a refusal. */
export const detailsOf = ({ response }: Exchange): Readonly<Record<string, unknown>> =>
  (response.json as { error?: { details?: Record<string, unknown> } } | undefined)?.error?.details ?? {};

/** Returns the items of a list of the public API by the list's name. */
export const itemsOf = (exchange: Exchange, list: string): readonly Readonly<Record<string, unknown>>[] => bodyOf(exchange, 200)[list];

export const itemOf = (exchange: Exchange, list: string, id: unknown): Readonly<Record<string, unknown>> | undefined =>
  itemsOf(exchange, list).find((item) => item['id'] === id);

export const idsOf = (exchange: Exchange, list: string): readonly string[] => itemsOf(exchange, list).map(({ id }) => String(id));

/** Tells if two values are the same JSON, with their members in the same order. */
export const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the status with which an operation says that it has succeeded. */
export const successOf = ({ statuses }: Operation): number => statuses.find((status) => status < 300) ?? 200;

export const told = ({ request }: Exchange): string => request.operationId ?? `${request.method} ${request.path}`;

export function summary({ response }: Exchange): string {
  const code = codeOf(response.json);
  return code === null ? String(response.status) : `${response.status} ${code}`;
}
