import { go, here, useAddress } from '../frame/address.ts';
import type { Attempt, DeliveryRow } from '../timeline/rows.ts';

/** Returns the attempts of a delivery that the address names: the one that is shown, the newest if none is named, and the one that it is compared with. */
export function useChosenAttempts({ attempts }: DeliveryRow) {
  const { query } = useAddress();
  const named = (name: string): Attempt | undefined => attempts.find(({ attempt }) => String(attempt) === query[name]);
  const shown = named('attempt') ?? attempts.at(-1);
  const compared = named('compare');
  const set = (name: string, attempt: number | null): void => {
    const address = here();
    go(address.path, { ...address.query, [name]: attempt === null ? undefined : String(attempt) }, 'replace');
  };
  return {
    shown,
    compared: compared === shown ? undefined : compared,
    choose: (attempt: number): void => set('attempt', attempt),
    compare: (attempt: number | null): void => set('compare', attempt),
  };
}
