import { setTimeout as delay } from 'node:timers/promises';
import { Breach, type Check } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import type { Delivery, Inbox } from '../receiver.ts';
import { capabilities } from '../surroundings.ts';
import type { World } from '../world.ts';
import { areMet, criterionProblem } from './criteria.ts';
import type { Playable } from './document.ts';
import { evaluate, filled, type Scope } from './expressions.ts';
import { inputsFor } from './inputs.ts';
import { partOf, Receptions } from './reception.ts';
import type { Action, Parameter, Step, Workflow } from './schema.ts';
import type { Reception } from './sources.ts';

/** Returns a check for each workflow of a document. It fails with a sentence that names the step. */
export function workflowChecks(file: string, { arazzo, sources }: Playable, given: Readonly<Record<string, string>>): readonly Check[] {
  return arazzo.workflows.map((workflow, index) => ({
    id: `W${index + 1}`,
    alias: workflow.workflowId,
    title: workflow.summary === undefined ? workflow.workflowId : `${workflow.workflowId}: ${workflow.summary}`,
    rule: `${file}, the workflow ${workflow.workflowId}.`,
    run: (world) => new Player(world, workflow, sources).run(given),
  }));
}

/** A step that loops by `goto` ends the workflow after this many steps. */
const mostSteps = 1_000;

/** What a step has come to. `exchange` is null for a receive step. */
interface Played {
  readonly scope: Scope;
  readonly problems: readonly string[];
  readonly exchange: Exchange | null;
}

class Player {
  readonly #world: World;
  readonly #workflow: Workflow;
  readonly #sources: Playable['sources'];
  #scope: Scope = { inputs: {}, steps: {} };
  /** Counts the retries of the step under way, by the name of the action. */
  readonly #retries = new Map<string, Readonly<Record<string, number>>>();

  constructor(world: World, workflow: Workflow, sources: Playable['sources']) {
    this.#world = world;
    this.#workflow = workflow;
    this.#sources = sources;
  }

  async run(given: Readonly<Record<string, string>>): Promise<void> {
    const { steps, inputs = {}, outputs = {} } = this.#workflow;
    const receptions = this.#receptions(given);
    this.#scope = { ...this.#scope, inputs: await inputsFor(this.#world, receptions?.inbox ?? null, inputs, given) };
    let at = 0;
    for (let count = 0; count < mostSteps; count++) {
      const step = steps[at];
      if (!step) return this.#expectOutputs(outputs);
      const action = await this.#next(step, receptions);
      if (action?.type === 'end') return;
      if (action?.type === 'goto') at = steps.findIndex(({ stepId }) => stepId === action.stepId);
      if (!action) at += 1;
    }
    throw new Breach(`The workflow has not ended after ${mostSteps} steps.`);
  }

  /** Plays a step once, and returns the action that follows; none where the next step follows. */
  async #next(step: Step, receptions: Opened | null): Promise<Action | undefined> {
    const { scope, problems, exchange } = await this.#play(step, receptions);
    const retries = this.#retries.get(step.stepId) ?? {};
    if (problems.length === 0) {
      this.#retries.delete(step.stepId);
      this.#scope = { ...this.#scope, steps: { ...this.#scope.steps, [step.stepId]: outputsOf(step, scope) } };
      return merged(step.onSuccess, this.#workflow.successActions).find(({ criteria }) => areMet(criteria, scope));
    }
    const actions = merged(step.onFailure, this.#workflow.failureActions).filter(({ criteria }) => areMet(criteria, scope));
    const action = actions.find((each) => each.type !== 'retry' || (retries[each.name] ?? 0) < (each.retryLimit ?? 1));
    if (action?.type === 'retry') {
      this.#retries.set(step.stepId, { ...retries, [action.name]: (retries[action.name] ?? 0) + 1 });
      await delay(1_000 * (retryAfterOf(exchange) ?? action.retryAfter ?? 0));
    }
    if (action && action.type !== 'end') return action;
    for (const problem of problems) this.#world.breach(`Step \`${step.stepId}\`: ${problem}.`, exchange);
    return { name: 'broken off', type: 'end' };
  }

  /** Plays a step with its criteria and outputs. What cannot be played is a problem of the step. */
  async #play(step: Step, receptions: Opened | null): Promise<Played> {
    const undone = (step.dependsOn ?? []).find((id) => !(id in this.#scope.steps));
    const nothing = { scope: this.#scope, exchange: null };
    if (undone !== undefined) return { ...nothing, problems: [`the step \`${undone}\`, on which it depends, has not succeeded`] };
    try {
      const played = step.action === 'receive' ? await this.#receive(step, receptions) : await this.#ask(step);
      const unmet = (step.successCriteria ?? []).map((criterion) => criterionProblem(criterion, played.scope));
      const problems = [...played.problems, ...unmet.filter((problem) => problem !== null)];
      if (problems.length === 0) outputsOf(step, played.scope);
      return { ...played, problems };
    } catch (error) {
      if (error instanceof Breach || !(error instanceof Error) || error.name === 'AbortError') throw error;
      return { ...nothing, problems: [error.message] };
    }
  }

  async #ask(step: Step): Promise<Played> {
    const { method, path } = this.#sources.operation(step, unreachable);
    const parameters = merged(step.parameters, this.#workflow.parameters, keyOf);
    const values = parameters.map(({ name, in: place, value }) => ({ name, place, value: String(filled(value, this.#scope)) }));
    const of = (wanted: Parameter['in']): Record<string, string> =>
      Object.fromEntries(values.filter(({ place }) => place === wanted).map(({ name, value }) => [name, value]));
    const [paths, query, headers] = [of('path'), new URLSearchParams(of('query')), of('header')];
    const { contentType, payload } = step.requestBody ?? {};
    const body = payload === undefined ? undefined : filled(payload, this.#scope);
    const way = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(paths[name] ?? ''));
    const exchange = await this.#world.nobody.send(method, query.size > 0 ? `${way}?${query}` : way, {
      ...(body !== undefined && { body }),
      headers: { ...(contentType !== undefined && { 'content-type': contentType }), ...headers },
    });
    const { request, response } = exchange;
    const scope: Scope = {
      ...this.#scope,
      url: request.url,
      method,
      statusCode: response.status,
      request: { header: request.headers, query: of('query'), path: paths, body },
      response: { header: response.headers, body: response.json ?? response.text },
    };
    return { scope, problems: [], exchange };
  }

  async #receive(step: Step, receptions: Opened | null): Promise<Played> {
    const expected = receptions?.expected.get(step.stepId);
    if (!receptions || !expected) throw new Error('no receiver is open');
    const delivery: Delivery = await receptions.all.next(expected);
    return { scope: { ...this.#scope, message: partOf(delivery) }, problems: receptions.all.problems(expected, delivery), exchange: null };
  }

  /** Opens the receiver of a workflow that receives. */
  #receptions(given: Readonly<Record<string, string>>): Opened | null {
    const steps = this.#workflow.steps.filter(({ action }) => action === 'receive');
    if (steps.length === 0) return null;
    if (given['receiverUrl'] !== undefined)
      throw new Breach(
        'The workflow receives, so `receiverUrl` is the address of the run: --receiver-url says how the service reaches it.',
      );
    // A check would be skipped here. A workflow was asked for.
    if (!this.#world.has('receiver')) throw new Breach(`The workflow ${capabilities.receiver}.`);
    const inbox = this.#world.receiver.inbox();
    const expected = new Map(steps.map((step) => [step.stepId, { step, reception: this.#sources.reception(step, unreachable) }]));
    return { inbox, expected, all: new Receptions(inbox, [...expected.values()], () => this.#scope) };
  }

  #expectOutputs(outputs: Readonly<Record<string, string>>): void {
    for (const [name, expression] of Object.entries(outputs))
      if (evaluate(expression, this.#scope) === undefined) this.#world.breach(`The output \`${name}\`: \`${expression}\` has no value.`);
  }
}

/** Returns the seconds of a `Retry-After`, which overrule those of an action. */
function retryAfterOf(exchange: Exchange | null): number | undefined {
  const given = exchange?.response.headers['retry-after'] ?? '';
  return /^\d+$/.test(given) ? Number(given) : undefined;
}

interface Opened {
  readonly inbox: Inbox;
  readonly expected: ReadonlyMap<string, { readonly step: Step; readonly reception: Reception }>;
  readonly all: Receptions;
}

/** Returns a step's own objects and those of the workflow that it does not override. */
const merged = <Named extends { readonly name: string }>(
  own: readonly Named[] = [],
  inherited: readonly Named[] = [],
  key: (named: Named) => string = ({ name }) => name,
): readonly Named[] => [...own, ...inherited.filter((other) => !own.some((each) => key(each) === key(other)))];

const keyOf = ({ name, in: place }: Parameter): string => `${place} ${place === 'header' ? name.toLowerCase() : name}`;

// filled throws where an output has no value, which fails the step.
const outputsOf = (step: Step, scope: Scope): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(step.outputs ?? {}).map(([name, expression]) => [name, filled(expression, scope)]));

/** What a step refers to was found when the document was read. */
const unreachable = (): never => {
  throw new Error('The document has changed.');
};
