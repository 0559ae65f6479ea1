/** Thrown when a tenant cannot be moved now, with a message for the operator. */
export class MovingError extends Error {
  override readonly name = 'MovingError';
}

/** What names the database of the old cell, and that of the cell in which a command runs. */
export type Names = '--from' | 'DATABASE_URL';

export const noTenant = (tenantId: string, names: Names): MovingError =>
  new MovingError(`The database that ${names} names has no tenant ${tenantId}.`);
