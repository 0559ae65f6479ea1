import { useEffect, useState } from 'preact/hooks';
import type { components } from '../../../../src/contract/generated/public.ts';
import { get, sentenceOf } from '../link/api.ts';
import { lookAgainMs, type Service } from '../link/service.ts';

type Agent = components['schemas']['Agent'];

/** The tenant's agents, whose list is null until it is known. */
interface Agents {
  readonly list: readonly Agent[] | null;
  readonly problem: string | null;
}

/** Reads the agents. A service that does not answer may still be starting, so it is asked again. */
export function useAgents(service: Service | null | undefined): Agents {
  const [list, setList] = useState<readonly Agent[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!service?.canCall) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void =>
      void get<{ agents: readonly Agent[] }>('/console/agents').then(
        ({ agents }) => {
          setList(agents);
          setProblem(null);
        },
        (error: unknown) => {
          setProblem(sentenceOf(error));
          timer = setTimeout(look, lookAgainMs);
        },
      );
    look();
    return () => clearTimeout(timer);
  }, [service]);
  return { list, problem };
}
