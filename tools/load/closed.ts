import type { Options, Result } from 'autocannon';
import { requirePackages } from '../../src/process/optional-packages.ts';
import { type Answer, jsonOrText, prefixOf, requestOf } from './api.ts';
import type { PhaseFigures } from './figures.ts';
import type { ClosedPhase, Operation } from './profile.ts';
import type { Turns } from './schedule.ts';
import type { Planned, Sender } from './sender.ts';

export interface ClosedOptions {
  readonly baseUrl: string;
  readonly sender: Sender;
  readonly turns: Turns;
  /** Is how many requests the run may send in all. */
  readonly requests: number;
  readonly stop: AbortSignal;
}

/**
 * Lets autocannon play callers that wait for each answer before they ask again. It drives one host, so the requests of the mix that go
 * to the operator API are replaced by reads.
 */
export async function driveClosed(
  { baseUrl, sender, turns, requests, stop }: ClosedOptions,
  phase: ClosedPhase,
  figures: PhaseFigures,
): Promise<void> {
  const left = requests - sender.sent;
  figures.isCut = left <= 0;
  if (figures.isCut) return;
  requirePackages('load');
  const { default: autocannon } = await import('autocannon');
  const prefix = prefixOf(baseUrl);
  const callers = Math.min(phase.callers, left);
  // The context belongs to one request of one connection.
  const asking = new Map<object, Asking>();
  const options: Options = {
    url: new URL(baseUrl).origin,
    connections: callers,
    // It divides them among the callers, and lets none ask that has none left.
    maxOverallRequests: left,
    duration: phase.ms / 1_000,
    requests: [
      {
        setupRequest(request, context) {
          const planned = planPublic(sender, turns.next(), figures.name);
          asking.set(context, { planned, sentAt: Date.now(), begun: performance.now() });
          figures.counts.sent += 1;
          return { ...request, ...requestOf(planned.asked, prefix) };
        },
        onResponse(status, body, context) {
          const asked = asking.get(context);
          asking.delete(context);
          if (!asked) throw new Error('autocannon answers with another context than it asked with.');
          const ms = performance.now() - asked.begun;
          const answer: Answer = { status, body: jsonOrText(body), ms, sentAt: asked.sentAt, budget: null };
          sender.note(asked.planned, answer, figures, ms);
        },
      },
    ],
  };
  // Each caller always waits for one answer.
  figures.underWay = callers;
  const { errors, timeouts } = await new Promise<Result>((fulfil, reject) => {
    const running = autocannon(options, (error, result) => (error ? reject(error) : fulfil(result)));
    stop.addEventListener('abort', () => running.stop());
  });
  figures.underWay = 0;
  figures.isCut = sender.sent >= requests && figures.elapsedMs < phase.ms;
  // It closes the connections at the end of the time, and what was asked last is not answered.
  for (const { planned, sentAt } of asking.values()) sender.noteUnanswered(planned, sentAt);
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
