import { useEffect, useState } from 'preact/hooks';
import { get, type Schemas } from './api.ts';

/** The linked service as the page knows it. */
export type Service = Schemas['LinkedService'];

/** The link may come late: `npm start` makes the key after the simulator is up. */
export const lookAgainMs = 2_000;

/** Returns the linked service, or undefined until it is known. */
export function useService(): Service | null | undefined {
  const [service, setService] = useState<Service | null | undefined>(undefined);
  useEffect(() => {
    if (service) return undefined;
    const look = (): void =>
      void get<{ service: Service | null }>('/console/service').then(
        (answer) => setService(answer.service),
        () => undefined,
      );
    look();
    const timer = setInterval(look, lookAgainMs);
    return () => clearInterval(timer);
  }, [service]);
  return service;
}
