import { useEffect, useRef, useState } from 'preact/hooks';
import { get, sentenceOf } from './api.ts';

/** What the simulator has of a kind. */
export interface Reading<Answer> {
  /** Is null until it is known. */
  readonly answer: Answer | null;
  readonly problem: string | null;
  /** Reads again once the change is made. Resolves to whether it was made. */
  change(work: Promise<unknown>): Promise<boolean>;
}

/** Events come in bursts, so one read follows each burst. */
const settleMs = 250;

/** Reads what stands at `path`, and again whenever `version` grows. An answer is dropped if it was asked for before another read began. */
export function useReading<Answer>(path: string, version: number): Reading<Answer> {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const reads = useRef(0);
  const fail = (error: unknown): void => setProblem(sentenceOf(error));
  const read = (): void => {
    reads.current += 1;
    const nth = reads.current;
    get<Answer>(path).then((news) => nth === reads.current && setAnswer(news), fail);
  };
  useEffect(() => {
    const timer = setTimeout(read, settleMs);
    return () => clearTimeout(timer);
  }, [version]);
  const change = async (work: Promise<unknown>): Promise<boolean> => {
    setProblem(null);
    try {
      await work;
    } catch (error) {
      fail(error);
      return false;
    }
    read();
    return true;
  };
  return { answer, problem, change };
}
