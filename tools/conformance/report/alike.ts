import type { Finding } from '../check.ts';

export interface Alike {
  /** The first of those that say the same. */
  readonly finding: Finding;
  readonly message: string;
}

/** A check that fails in a hundred places fails for one reason: each sentence once, with how often it was said, and so many of them. */
export function alike(findings: readonly Finding[], most: number): { readonly shown: readonly Alike[]; readonly more: number } {
  const said = new Map<string, { readonly finding: Finding; times: number }>();
  for (const finding of findings) {
    const before = said.get(finding.message);
    if (before) before.times += 1;
    else said.set(finding.message, { finding, times: 1 });
  }
  const shown = [...said].slice(0, most).map(([message, { finding, times }]) => ({
    finding,
    message: times > 1 ? `${message} (${times} times)` : message,
  }));
  return { shown, more: said.size - shown.length };
}
