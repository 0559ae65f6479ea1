/** Why a tenant cannot be moved just now, for whoever typed the command. */
export class MovingError extends Error {
  override readonly name = 'MovingError';
}

export const noTenant = (tenantId: string): MovingError => new MovingError(`This database has no tenant ${tenantId}.`);
