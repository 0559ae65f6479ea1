import type { Options, Result } from 'autocannon';
import { requirePackages } from '../../src/process/optional-packages.ts';
import type { Answer } from './api.ts';
import type { PhaseFigures } from './figures.ts';
import type { ClosedPhase, Operation } from './profile.ts';
import type { Turns } from './schedule.ts';
import type { Planned, Sender } from './sender.ts';

export interface ClosedOptions {
  readonly baseUrl: string;
  readonly sender: Sender;
  readonly turns: Turns;
  readonly stop: AbortSignal;
}

/**
 * Lets autocannon play callers that wait for each answer before they ask again. It drives one host, so the requests of the mix that go
 * to the operator API are replaced by reads.
 */
export async function driveClosed(
  { baseUrl, sender, turns, stop }: ClosedOptions,
  phase: ClosedPhase,
  figures: PhaseFigures,
): Promise<void> {
  requirePackages('load');
  const { default: autocannon } = await import('autocannon');
  const { pathname } = new URL(baseUrl);
  // The context belongs to one request of one connection.
  const asking = new WeakMap<object, Asking>();
  const options: Options = {
    url: new URL(baseUrl).origin,
    connections: phase.callers,
    duration: phase.ms / 1_000,
    requests: [
      {
        setupRequest(request, context) {
          const planned = planPublic(sender, turns.next(), figures.name);
          asking.set(context, { planned, sentAt: Date.now(), begun: performance.now() });
          figures.counts.sent += 1;
          const { method, path, key, body } = planned.asked;
          return {
            ...request,
            method,
            path: `${pathname.replace(/\/$/, '')}${path}`,
            headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          };
        },
        onResponse(status, body, context) {
          const asked = asking.get(context);
          if (!asked) throw new Error('autocannon answers with another context than it asked with.');
          const ms = performance.now() - asked.begun;
          const answer: Answer = { status, body: parsed(body), ms, sentAt: asked.sentAt, budget: null };
          sender.note(asked.planned, answer, figures, ms);
        },
      },
    ],
  };
  const { errors, timeouts } = await new Promise<Result>((fulfil, reject) => {
    const running = autocannon(options, (error, result) => (error ? reject(error) : fulfil(result)));
    stop.addEventListener('abort', () => running.stop());
  });
  for (let n = 0; n < errors + timeouts; n++) figures.noteUnexpected('failed', 'no answer to autocannon');
}

interface Asking {
  readonly planned: Planned;
  readonly sentAt: number;
  readonly begun: number;
}

function planPublic(sender: Sender, operation: Operation, phase: string): Planned {
  const planned = operation === 'text' || operation === 'event' ? null : sender.plan(operation, phase);
  const read = planned ?? sender.plan('read', phase);
  if (!read) throw new Error('A read can always be planned.');
  return read;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
