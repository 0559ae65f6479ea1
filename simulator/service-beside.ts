import type { LinkedService } from './console/linked-service.ts';
import type { ServiceLink } from './service-clock.ts';

/**
 * The service that runs beside the simulator. The console places calls with it, and moving time by hand moves its clock
 * along. Each use needs parts that may be missing separately.
 */
export interface ServiceBeside {
  /** Is null without the address of its public API. */
  readonly linked: LinkedService | null;
  /** Is null without access to its operator API. */
  readonly operator: ServiceLink | null;
  /** Replaces the link as a whole: a key never goes to another service than it came with. */
  link(service: LinkedService): void;
  linkOperator(operator: ServiceLink): void;
}

export function serviceBeside(given: Partial<LinkedService> | null): ServiceBeside {
  let service: Partial<LinkedService> = given ?? {};
  return {
    get linked() {
      const { url, ...rest } = service;
      return url === undefined ? null : { url, ...rest };
    },
    get operator() {
      const { operatorUrl, operatorToken } = service;
      return operatorUrl === undefined || operatorToken === undefined ? null : { operatorUrl, operatorToken };
    },
    link(next) {
      service = next;
    },
    linkOperator(operator) {
      service = { ...service, ...operator };
    },
  };
}
