import { useContext, useState } from 'preact/hooks';
import { isSessionOver, refusalOf } from './refusal.ts';
import { Session } from './session.ts';

/** A change that is asked for once at a time, with the API's words where it is refused. */
export function useChange(): {
  readonly isAsked: boolean;
  readonly problem: string | null;
  /** Resolves to whether it was done. */
  readonly ask: (change: () => Promise<unknown>) => Promise<boolean>;
} {
  const { end } = useContext(Session);
  const [state, setState] = useState<{ readonly isAsked: boolean; readonly problem: string | null }>({ isAsked: false, problem: null });
  const ask = async (change: () => Promise<unknown>): Promise<boolean> => {
    setState({ isAsked: true, problem: null });
    const problem = await change().then(
      () => null,
      (error: unknown) => {
        if (isSessionOver(error)) end();
        return refusalOf(error).message;
      },
    );
    setState({ isAsked: false, problem });
    return problem === null;
  };
  return { ...state, ask };
}
