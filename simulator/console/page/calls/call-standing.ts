import type { Standing } from '../frame/tone.ts';
import type { CallRow } from '../timeline/rows.ts';

export function callStanding(call: CallRow): Standing {
  const state = call.steps.at(-1)?.state;
  if (state === undefined && call.refused !== null) return { tone: 'bad', word: `refused (${call.refused})` };
  if (state === 'ended' || state === 'reported') {
    const isTalk = call.steps.some((step) => step.state === 'in-progress');
    return { tone: isTalk ? 'good' : 'quiet', word: endedWord(call.endedReason) };
  }
  return { tone: 'live', word: state === 'in-progress' ? 'talking' : (state ?? 'dialling') };
}

export const isLive = (call: CallRow): boolean => callStanding(call).tone === 'live';

function endedWord(reason: string | null): string {
  const known: Readonly<Record<string, string>> = {
    'customer-ended-call': 'hung up',
    'customer-did-not-answer': 'no answer',
    'customer-busy': 'busy',
    'phone-call-provider-closed-websocket': 'broke off',
    'exceeded-max-duration': 'reached the limit',
    'assistant-ended-call': 'we hung up',
    'manually-canceled': 'we hung up',
    'assistant-request-ended-call': 'we hung up',
  };
  if (reason === null) return 'ended';
  return known[reason] ?? reason.replace(/^call\.in-progress\.error-|^call\.ringing\./, '').replaceAll('-', ' ');
}
