import type { ServiceBeside } from './service-beside.ts';
import { type ServiceClock, type ServiceLink, serviceClock } from './service-clock.ts';

/** Keeps the clock of the service that is linked at present. */
export interface LinkedClock {
  /** Returns the service's clock, or null if no service is linked. It is made anew when the link changes. */
  current(): Promise<ServiceClock | null>;
  close(): Promise<void>;
}

export function linkedClock(beside: ServiceBeside): LinkedClock {
  let linked: { readonly to: ServiceLink; readonly clock: ServiceClock } | null = null;
  return {
    async current() {
      const to = beside.operator;
      if (to?.operatorUrl === linked?.to.operatorUrl && to?.operatorToken === linked?.to.operatorToken) return linked?.clock ?? null;
      const before = linked;
      linked = to && { to, clock: serviceClock(to) };
      await before?.clock.close();
      return linked?.clock ?? null;
    },
    async close() {
      await linked?.clock.close();
    },
  };
}
