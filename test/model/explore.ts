/**
 * Visits every state that a model can reach, breadth first, so that the path to a broken invariant is a shortest one. A state is plain
 * JSON. Two checks are made: each invariant holds in each state, and from each state the end can be reached by steps that are no
 * faults. The second is what “it ends when nothing else fails” comes to, if whoever can act does so at some time.
 */
export interface Model<State> {
  readonly initial: readonly State[];
  /** Returns the steps that are possible in the state. */
  readonly steps: (state: State) => readonly Step<State>[];
  /** Brings states that differ in nothing that matters to one form. */
  readonly normalise?: (state: State) => void;
  /** The invariants by their names. */
  readonly invariants: Readonly<Record<string, (state: State) => boolean>>;
  readonly isOver: (state: State) => boolean;
}

export interface Step<State> {
  readonly name: string;
  /** True for what may happen and must not be needed: deaths, lost answers, clocks that jump. */
  readonly isFault: boolean;
  /** Changes the state, which is a copy. */
  readonly take: (state: State) => void;
}

export interface Explored {
  readonly states: number;
  /** The names of all steps that were taken. */
  readonly taken: ReadonlySet<string>;
  /** The invariant that was broken first, and the steps that led there. */
  readonly broken: { readonly invariant: string; readonly path: readonly string[] } | null;
}

/** The name of what is broken where the end cannot be reached. */
export const endIsReachable = 'the end can always be reached';

export function explore<State>(model: Model<State>): Explored {
  const graph = new Graph();
  const taken = new Set<string>();
  const enter = (state: State, from: number, step: Step<State> | null): string | null => {
    model.normalise?.(state);
    if (!graph.add(JSON.stringify(state), from, step)) return null;
    return Object.entries(model.invariants).find(([, holds]) => !holds(state))?.[0] ?? null;
  };
  const found = (invariant: string, at: number): Explored => ({
    states: graph.keys.length,
    taken,
    broken: { invariant, path: graph.pathTo(at) },
  });

  for (const state of model.initial) {
    const invariant = enter(structuredClone(state), noState, null);
    if (invariant) return found(invariant, graph.keys.length - 1);
  }
  for (let at = 0; at < graph.keys.length; at++) {
    const state: State = JSON.parse(graph.keys[at] as string);
    for (const step of model.steps(state)) {
      const next = copyOf(state);
      step.take(next);
      taken.add(step.name);
      const invariant = enter(next, at, step);
      if (invariant) return found(invariant, graph.keys.length - 1);
    }
  }
  const lost = graph.firstWithoutWayTo((key) => model.isOver(JSON.parse(key)));
  return lost === noState ? { states: graph.keys.length, taken, broken: null } : found(endIsReachable, lost);
}

const noState = -1;

/** Copies plain JSON, several times faster than `structuredClone`. */
function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as Value;
  const copy = { ...value };
  for (const name in copy) if (typeof copy[name] === 'object') copy[name] = copyOf(copy[name]);
  return copy;
}

class Graph {
  readonly keys: string[] = [];
  readonly #index = new Map<string, number>();
  readonly #from: number[] = [];
  readonly #by: string[] = [];
  /** For each state the states that lead to it by a step that is no fault. */
  readonly #before: number[][] = [];

  /** Returns true if the state is new. */
  add(key: string, from: number, step: { readonly name: string; readonly isFault: boolean } | null): boolean {
    const known = this.#index.get(key);
    const at = known ?? this.keys.push(key) - 1;
    if (known === undefined) {
      this.#index.set(key, at);
      this.#from.push(from);
      this.#by.push(step?.name ?? '');
      this.#before.push([]);
    }
    if (step && !step.isFault) this.#before[at]?.push(from);
    return known === undefined;
  }

  pathTo(at: number): readonly string[] {
    const path: string[] = [];
    for (let state = at; this.#from[state] !== noState; state = this.#from[state] as number) path.unshift(this.#by[state] as string);
    return path;
  }

  /** Returns the first state from which no such state can be reached without a fault. */
  firstWithoutWayTo(isOver: (key: string) => boolean): number {
    const waiting = this.keys.flatMap((key, at) => (isOver(key) ? [at] : []));
    const hasWay = new Set(waiting);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
      for (const before of this.#before[at] ?? []) {
        if (hasWay.has(before)) continue;
        hasWay.add(before);
        waiting.push(before);
      }
    return this.keys.findIndex((_, at) => !hasWay.has(at));
  }
}
