/** The scopes of the public API. */
export const scopes = ['calls:place', 'calls:read', 'read', 'write', 'webhooks'] as const;
export type Scope = (typeof scopes)[number];
