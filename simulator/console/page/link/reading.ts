import { useEffect, useRef, useState } from 'preact/hooks';
import { get, sentenceOf } from './api.ts';

/** What the simulator has of a kind. */
export interface Reading<Answer> {
  /** Is null until it is known. */
  readonly answer: Answer | null;
  /** Says why the last change was not made, or why the last read failed. */
  readonly problem: string | null;
  /** Reads again once the change is made. Resolves to whether it was made. */
  change(work: Promise<unknown>): Promise<boolean>;
}

/** Events come in bursts, so one read follows each burst. */
export const settleMs = 250;

/** Reads what stands at `path`, if there is one, and again whenever `version` changes. What comes of a read is dropped if another has begun since. */
export function useReading<Answer>(path: string | null, version: number, firstMs = 0): Reading<Answer> {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const [unchanged, setUnchanged] = useState<string | null>(null);
  const reads = useRef(0);
  const read = (): void => {
    if (path === null) return;
    reads.current += 1;
    const nth = reads.current;
    const taken = get<Answer>(path).then(
      (news) => () => {
        setAnswer(news);
        setUnread(null);
      },
      (error: unknown) => () => setUnread(sentenceOf(error)),
    );
    void taken.then((take) => nth === reads.current && take());
  };
  useEffect(() => {
    const timer = setTimeout(read, reads.current === 0 ? firstMs : settleMs);
    return () => clearTimeout(timer);
  }, [path, version]);
  const change = async (work: Promise<unknown>): Promise<boolean> => {
    setUnchanged(null);
    const problem = await work.then(() => null, sentenceOf);
    setUnchanged(problem);
    if (problem === null) read();
    return problem === null;
  };
  return { answer, problem: unchanged ?? unread, change };
}
