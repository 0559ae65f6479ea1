import type { ValidateFunction } from 'ajv';
import { complaints } from '../../contract/check/validators.ts';
import type { Delivery, Inbox } from '../receiver.ts';
import { freshnessSeconds, signatureProblem, timestampProblem } from '../signature.ts';
import { patienceMs } from '../subscription.ts';
import { evaluate, expressionsIn, filled, type Part, type Scope } from './expressions.ts';
import type { Step } from './schema.ts';
import type { Message, Reception } from './sources.ts';

/** A receive step that waits for its message. */
interface Expected {
  readonly step: Step;
  readonly reception: Reception;
}

/**
 * The receive steps of a workflow under way. An attempt is answered as it arrives, which may be before its step is
 * reached. So it belongs to the first step, in the order of the document, that has no message yet and whose message
 * fits. An expected correlation id that is not known yet fits everything, and is compared when the step is reached.
 */
export class Receptions {
  readonly #inbox: Inbox;
  readonly #scope: () => Scope;
  #open: readonly Expected[];
  readonly #answers = new Map<Delivery, number>();
  readonly #owners = new Map<Delivery, Step | 'spent'>();
  readonly #received = new Map<string, Delivery>();

  constructor(inbox: Inbox, expected: readonly Expected[], scope: () => Scope) {
    this.#inbox = inbox;
    this.#scope = scope;
    this.#open = expected;
    inbox.answer((delivery, _nth, response) => {
      const owner = this.#ownerOf(delivery);
      const answer = typeof owner === 'object' ? answerOf(owner) : 200;
      this.#answers.set(delivery, answer);
      response.writeHead(answer).end();
    });
  }

  /** Waits for the message of a step. Throws if it does not come in time. */
  async next(expected: Expected): Promise<Delivery> {
    const { step, reception } = expected;
    const before = this.#received.get(step.stepId);
    if (before) {
      this.#owners.set(before, 'spent');
      this.#open = [expected, ...this.#open];
    }
    const timeout = step.timeout ?? patienceMs();
    const until = performance.now() + timeout;
    const wanted = step.correlationId === undefined ? '' : ` with the correlation id ${filled(step.correlationId, this.#scope())}`;
    const what = `the message ${reception.own.map(({ name }) => name).join(' or ')}${wanted}`;
    for (;;) {
      const delivery = await this.#inbox.next(what, (each) => this.#ownerOf(each) === step, timeout, until - performance.now());
      if (this.#correlates(delivery, expected)) {
        this.#received.set(step.stepId, delivery);
        return delivery;
      }
      this.#owners.delete(delivery);
      this.#open = [expected, ...this.#open];
    }
  }

  /** Returns the problems of a message by its signature, its schema and the message that it repeats. */
  problems({ step, reception }: Expected, delivery: Delivery): readonly string[] {
    const { secret, sameBodyAs } = step['x-receive'] ?? {};
    const first = sameBodyAs === undefined ? undefined : this.#received.get(sameBodyAs);
    return [
      secret === undefined ? null : signatureProblem(delivery, String(filled(secret, this.#scope()))),
      secret === undefined ? null : timestampProblem(delivery, freshnessSeconds),
      first && !first.body.equals(delivery.body) ? `the bytes of the body are not those that \`${sameBodyAs}\` received` : null,
      schemaProblem(reception.own, delivery),
    ].filter((problem) => problem !== null);
  }

  /** Returns the step that a message belongs to, and gives it to one that has none. What was answered otherwise is not for it. */
  #ownerOf(delivery: Delivery): Step | 'spent' | undefined {
    const owner = this.#owners.get(delivery);
    if (owner !== undefined) return owner;
    const answer = this.#answers.get(delivery);
    const found = this.#open.find(
      (expected) =>
        (answer === undefined || answer === answerOf(expected.step)) &&
        fits(expected.reception, delivery) &&
        this.#correlates(delivery, expected),
    );
    if (!found) return undefined;
    this.#open = this.#open.filter((expected) => expected !== found);
    this.#owners.set(delivery, found.step);
    return found.step;
  }

  #correlates(delivery: Delivery, { step, reception }: Expected): boolean {
    if (step.correlationId === undefined) return true;
    const scope = this.#scope();
    // A step before may still have to give the value.
    if (!expressionsIn(step.correlationId).every((each) => evaluate(each, scope) !== undefined)) return true;
    const wanted = filled(step.correlationId, scope);
    const message = partOf(delivery);
    return reception.correlations.some((location) => evaluate(location, { ...scope, message }) === wanted);
  }
}

const answerOf = (step: Step): number => step['x-receive']?.answer ?? 200;

/** Returns a message as expressions see it. */
export const partOf = ({ headers, body, json }: Delivery): Part => ({ header: headers, payload: json ?? body.toString('utf8') });

/** A message that another schema of the channel describes is for another step. One that none describes is judged. */
const fits = ({ own, others }: Reception, { json }: Delivery): boolean =>
  own.some(({ payload }) => isValid(payload, json)) || !others.some(({ payload }) => isValid(payload, json));

const isValid = (validate: ValidateFunction | null, value: unknown): boolean => validate === null || validate(value);

function schemaProblem(messages: readonly Message[], { headers, json }: Delivery): string | null {
  const message = messages.find(({ payload }) => isValid(payload, json)) ?? messages[0];
  if (!message) return null;
  if (message.payload && !isValid(message.payload, json)) return `the body is no ${message.name}: ${complaints(message.payload)}`;
  const named = Object.fromEntries(message.headerNames.map((name) => [name, headers[name.toLowerCase()]]));
  const present = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  if (message.headers && !isValid(message.headers, present)) return `the headers of ${message.name}: ${complaints(message.headers)}`;
  return null;
}
