/** Forgets the oldest of what has grown by one. */
export function keepNewest(items: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = items.keys();
  if (items.size > most && oldest !== undefined) items.delete(oldest);
}
