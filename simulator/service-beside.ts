import type { LinkedService } from './console/linked-service.ts';
import type { ServiceLink } from './service-clock.ts';

/**
 * The service beside the simulator, one link for all who use it: the console places calls with it, and where time is moved
 * by hand its clock moves along. What each needs may be missing by itself.
 */
export interface ServiceBeside {
  /** Null without the address of its public API. */
  readonly linked: LinkedService | null;
  /** Null without access to its operator API. */
  readonly operator: ServiceLink | null;
  /** In place of the one before: a key never goes to another service than it came with. */
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
