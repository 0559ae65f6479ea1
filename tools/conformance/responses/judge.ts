import type { Exchange } from '../exchange.ts';
import { bodyRules } from './body-rules.ts';
import { headerRules } from './header-rules.ts';
import type { Memory, ResponseRule } from './rule.ts';
import { secrecyRules } from './secrecy-rules.ts';
import { statusRules } from './status-rules.ts';

/** What every response of the run must hold to, whichever check asked for it (group B). */
export const responseRules: readonly ResponseRule[] = [...statusRules, ...bodyRules, ...headerRules, ...secrecyRules].sort(
  (one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)),
);

export interface Judged {
  readonly rule: ResponseRule;
  readonly message: string;
  readonly exchange: Exchange;
}

/** Judges responses as they come and keeps what was wrong. */
export function newJudge(): { judge(exchange: Exchange): void; readonly judged: readonly Judged[] } {
  const memory: Memory = { secrets: new Set() };
  const judged: Judged[] = [];
  return {
    judged,
    judge(exchange) {
      for (const rule of responseRules) {
        const message = rule.wrong(exchange, memory);
        if (message !== null) judged.push({ rule, message, exchange });
      }
    },
  };
}
