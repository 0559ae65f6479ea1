/**
 * What a receiver answers, request by request: `500,500,timeout,200`. After the last item it answers 200, unless that
 * item has an asterisk: `500*` answers 500 for ever, `500*3` three times.
 *
 * An item is a status (`204`), `timeout` (never answers), `delay:9500` (200 after so many milliseconds) or
 * `delay:9500:503`, `reset` (breaks the connection), or `redirect:URL` (302).
 */
export interface Programme {
  readonly text: string;
  /** The answer to the n-th request, the first being 0. */
  answer(request: number): Answer;
}

export type Answer =
  | { readonly kind: 'status'; readonly status: number; readonly afterMs: number }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'reset' };

export class BadProgramme extends Error {}

const ok: Answer = { kind: 'status', status: 200, afterMs: 0 };
const maxDelayMs = 600_000;

interface Item {
  readonly answer: Answer;
  readonly times: number;
}

export function readProgramme(text: string): Programme {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
    .map(readItem);
  return {
    text,
    answer(request) {
      let before = 0;
      for (const { answer, times } of items) {
        before += times;
        if (request < before) return answer;
      }
      return ok;
    },
  };
}

function readItem(item: string): Item {
  const repeated = /^(.*?)\*(\d*)$/.exec(item);
  if (!repeated) return { answer: readAnswer(item), times: 1 };
  const [, answer = '', times] = repeated;
  return { answer: readAnswer(answer), times: times ? Number(times) : Number.POSITIVE_INFINITY };
}

function readAnswer(item: string): Answer {
  if (item === 'timeout' || item === 'reset') return { kind: item };
  if (/^\d+$/.test(item)) return { kind: 'status', status: readStatus(item), afterMs: 0 };
  const delay = /^delay:(\d+)(?::(\d+))?$/.exec(item);
  if (delay && Number(delay[1]) <= maxDelayMs) return { kind: 'status', status: readStatus(delay[2] ?? '200'), afterMs: Number(delay[1]) };
  const redirect = /^redirect:(.+)$/.exec(item);
  if (redirect?.[1] && URL.canParse(redirect[1])) return { kind: 'redirect', to: redirect[1] };
  throw new BadProgramme(
    `"${item}" is no answer. Use a status, timeout, reset, delay:MS (at most ${maxDelayMs}), delay:MS:STATUS or redirect:URL.`,
  );
}

function readStatus(text: string): number {
  const status = Number(text);
  if (status < 200 || status > 599) throw new BadProgramme(`${text} is not a status between 200 and 599.`);
  return status;
}
