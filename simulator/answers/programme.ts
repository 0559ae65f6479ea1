import { type Answer, readAnswer } from './answer.ts';

/**
 * A receiver's answers, request by request: `500,500,timeout,200`. After the last item it answers 200, unless that item
 * has an asterisk: `500*` answers 500 for ever, `500*3` three times.
 */
export interface Programme {
  /** Returns the answer to the n-th request, counted from 0. */
  answer(request: number): Answer;
  /** Is the number of requests that the programme answers, or Infinity. */
  readonly length: number;
}

const ok: Answer = { kind: 'status', status: 200, afterMs: 0 };

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
    length: items.reduce((sum, { times }) => sum + times, 0),
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
