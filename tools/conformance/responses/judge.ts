import type { Exchange } from '../exchange.ts';
import { bodyRules } from './body-rules.ts';
import { headerRules } from './header-rules.ts';
import type { Memory, ResponseRule } from './rule.ts';
import { secrecyRules } from './secrecy-rules.ts';
import { statusRules } from './status-rules.ts';

/** The rules of group B. They apply to every response of the run, whichever check asked for it. */
export const responseRules: readonly ResponseRule[] = [...statusRules, ...bodyRules, ...headerRules, ...secrecyRules].sort(
  (one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)),
);

export interface Judged {
  readonly rule: ResponseRule;
  readonly message: string;
  readonly exchange: Exchange;
}

/** Makes a judge that checks responses as they come and keeps their faults. */
export function newJudge(): { judge(exchange: Exchange): void; readonly judged: readonly Judged[] } {
  const memory: Memory = { secrets: new Set(), requestIds: new Set() };
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
