import { Agent, request } from 'undici';
import type { components } from '../src/contract/generated/simulator.ts';
import { messageOf } from '../src/process/reason-of.ts';
import { at, isObject, numberAt, parseJson, textAt } from './json.ts';

/** Reads the linked service's clock over its operator API, and moves it in a sandbox. */
export interface ServiceClock {
  readonly operatorUrl: string;
  read(): Promise<ServiceTime>;
  advance(seconds: number): Promise<ServiceTime>;
  close(): Promise<void>;
}

export type ServiceTime = Omit<components['schemas']['ServiceClock'], 'operatorUrl'>;

export interface ServiceLink {
  readonly operatorUrl: string;
  readonly operatorToken: string;
}

export class ServiceUnreachable extends Error {}

/** A service answers every request within a minute, if only that it is overloaded. */
const timeoutMs = 75_000;

export function serviceClock({ operatorUrl, operatorToken }: ServiceLink): ServiceClock {
  const agent = new Agent({ keepAliveTimeout: 1_000 });
  const base = operatorUrl.replace(/\/(api\/v1\/operator\/?)?$/, '');
  const ask = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<ServiceTime> => {
    const answer = await request(`${base}/api/v1/operator${path}`, {
      method,
      dispatcher: agent,
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new ServiceUnreachable(`The operator API at ${base} did not answer: ${messageOf(error)}.`);
    });
    const reply = parseJson(await answer.body.text());
    if (answer.statusCode !== 200) throw new ServiceUnreachable(`The operator API at ${base} answered ${answer.statusCode} ${said(reply)}`);
    return timeIn(reply, base);
  };
  return {
    operatorUrl: base,
    read: () => ask('GET', '/clock'),
    advance: (seconds) => ask('POST', '/clock/advance', { seconds }),
    close: () => agent.destroy(),
  };
}

const said = (reply: unknown): string => `(${textAt(reply, 'error', 'code') ?? 'no code'}): ${textAt(reply, 'error', 'message') ?? ''}`;

function timeIn(reply: unknown, base: string): ServiceTime {
  const clock = at(reply, 'clock');
  const now = textAt(clock, 'now');
  if (!isObject(clock) || now === null) throw new ServiceUnreachable(`What answers at ${base} is no operator API.`);
  const nextDueAt = textAt(clock, 'nextDueAt');
  return {
    now,
    offsetSeconds: numberAt(clock, 'offsetSeconds') ?? 0,
    nextInSeconds: nextDueAt === null ? null : Math.max(0, (Date.parse(nextDueAt) - Date.parse(now)) / 1_000),
    isBusy: clock['isBusy'] === true,
  };
}
