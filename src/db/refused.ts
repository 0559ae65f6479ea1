/** What was asked for is at fault, not the connection: data that does not fit (22), a constraint (23). */
export const isRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code);
