import { useEffect, useState } from 'preact/hooks';
import { get, sentenceOf } from '../link/api.ts';
import type { Run } from './kept-runs.ts';

/** Requests come in bursts, so one read follows each burst. */
const settleMs = 250;

/** Reads the current run, and again whenever `version` changes. Returns null until it is known. */
export function useCurrentRun(version: number, onProblem: (sentence: string) => void): Run | null {
  const [current, setCurrent] = useState<Run | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => get<Run>('/run').then(setCurrent, (error: unknown) => onProblem(sentenceOf(error))), settleMs);
    return () => clearTimeout(timer);
  }, [version]);
  return current;
}
