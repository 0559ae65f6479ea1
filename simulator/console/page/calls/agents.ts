import { useEffect, useState } from 'preact/hooks';
import { get, sentenceOf } from '../link/api.ts';
import type { Service } from '../link/service.ts';

/** The tenant's agents, whose list is null until it is known. */
export interface Agents {
  readonly list: readonly Agent[] | null;
  readonly problem: string | null;
}

export function useAgents(service: Service | null | undefined): Agents {
  const [list, setList] = useState<readonly Agent[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!service?.canCall) return;
    get<{ agents: readonly Agent[] }>('/console/agents').then(
      ({ agents }) => setList(agents),
      (error: unknown) => setProblem(sentenceOf(error)),
    );
  }, [service]);
  return { list, problem };
}

interface Agent {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
}
