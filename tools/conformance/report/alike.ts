import type { Finding } from '../check.ts';

export interface Alike {
  /** Is the first finding with this text. */
  readonly finding: Finding;
  readonly message: string;
}

/**
 * Groups findings with the same text, with a count, and returns at most `most` of them. A check that fails in a hundred
 * places usually fails for one reason.
 */
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
