import { useRef, useState } from 'preact/hooks';
import { keep, readList } from '../frame/kept.ts';
import { sentenceOf } from '../link/api.ts';
import { check, type Expectation, type Expected, type Result } from './expectation.ts';

/** The expectations and their results since the page was opened. */
export interface KeptExpectations {
  readonly list: readonly Expectation[];
  readonly results: ReadonlyMap<string, Result>;
  /** Says why the last check failed. */
  readonly problem: string | null;
  /** Adds an expectation and checks it at once. */
  add(expected: Expected): void;
  remove(id: string): void;
  checkAll(): Promise<void>;
}

export function useExpectations(): KeptExpectations {
  const [list, setList] = useState(() => readList<Expectation>(name));
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(list);
  latest.current = list;

  const change = (next: readonly Expectation[]): void => {
    keep(name, JSON.stringify(next));
    setList(next);
  };
  const checkOne = async (expectation: Expectation): Promise<void> => {
    try {
      const result = await check(expectation);
      setProblem(null);
      setResults((before) => new Map(before).set(expectation.id, result));
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return {
    list,
    results,
    problem,
    add(expected) {
      const expectation = { id: newId(), ...expected };
      change([expectation, ...latest.current].slice(0, maxKept));
      void checkOne(expectation);
    },
    remove: (id) => change(latest.current.filter((each) => each.id !== id)),
    // The checks run one after another, since each may move frozen time.
    async checkAll() {
      for (const expectation of latest.current) await checkOne(expectation);
    },
  };
}

const name = 'ringpost-console-expectations';
const maxKept = 50;

/** Makes an id. `crypto.randomUUID` exists only in secure contexts, and a page at another host's plain address is none. */
const newId = (): string => `${Date.now()}-${Math.random().toString(36).slice(2)}`;
