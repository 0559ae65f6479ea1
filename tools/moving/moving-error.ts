/** Thrown when a tenant cannot be moved now, with a message for the operator. */
export class MovingError extends Error {
  override readonly name = 'MovingError';
}

export const noTenant = (tenantId: string): MovingError => new MovingError(`This database has no tenant ${tenantId}.`);
