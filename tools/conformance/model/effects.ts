import type { Result } from '../check.ts';
import type { EffectFindings } from '../surroundings.ts';
import { type EffectFinding, type EffectId, effectRules } from './effect-rules.ts';

/** Collects what the comparisons with the model find, and makes the results of group O from it. */
export function newEffects(): EffectFindings & { results(): readonly Result[] } {
  const looks = new Map<EffectId, number>();
  const all: EffectFinding[] = [];
  return {
    look: (id) => void looks.set(id, (looks.get(id) ?? 0) + 1),
    found: (finding) => void all.push(finding),
    results: () =>
      effectRules.map(({ id, title, rule }): Result => {
        const found = all.filter((finding) => finding.id === id);
        const looked = looks.get(id) ?? 0;
        return {
          check: { id, title, rule },
          verdict: found.length > 0 ? 'fail' : looked > 0 ? 'pass' : 'skipped',
          reason: looked > 0 ? null : 'the checks of this run made nothing that it could be compared with',
          findings: found.map(({ message, check, exchange }) => ({ kind: 'fail', message: `${message} (${check})`, exchange })),
          exchanges: 0,
          ms: 0,
        };
      }),
  };
}
