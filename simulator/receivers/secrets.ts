/** Holds receivers' secrets by name. They outlive a reset, because the service goes on signing with them. */
export interface ReceiverSecrets {
  of(name: string): string | null;
  set(name: string, secret: string | null): void;
}

/** Keeps up to `limit` secrets, the newest ones. */
export function receiverSecrets(limit: number): ReceiverSecrets {
  const secrets = new Map<string, string>();
  return {
    of: (name) => secrets.get(name) ?? null,
    set(name, secret) {
      secrets.delete(name);
      if (secret === null) return;
      secrets.set(name, secret);
      const [oldest] = secrets.keys();
      if (secrets.size > limit && oldest !== undefined) secrets.delete(oldest);
    },
  };
}
