import type { Pool } from 'pg';
import type { EndpointCache, Target } from './endpoint-cache.ts';

/**
 * Whether an endpoint is still what it was when its delivery was leased, asked right before the attempt: a secret that was
 * rotated a moment ago signs nothing any more, and an endpoint that was switched off or deleted is left alone, in
 * whichever process the delivery waited. One question at a time, for all attempts that begin together, so that it costs a
 * busy process little and an idle one half a millisecond.
 */
export interface EndpointCheck {
  /** The target to use now; `inactive` where it is switched off, `gone` where it was deleted or cannot be used. */
  current(target: Target): Promise<Target | 'inactive' | 'gone'>;
}

export function endpointCheck(engine: Pool, cache: EndpointCache): EndpointCheck {
  let next: Question | null = null;
  let isAsking = false;

  const askAll = async (): Promise<void> => {
    isAsking = true;
    while (next) {
      const question: Question = next;
      next = null;
      await ask(engine, [...question.ids]).then(question.answer, question.fail);
    }
    isAsking = false;
  };

  return {
    async current(target) {
      next ??= newQuestion();
      next.ids.add(target.id);
      const answered = next.answered;
      // Not at once: others of the same tick come along.
      if (!isAsking) {
        isAsking = true;
        queueMicrotask(() => void askAll());
      }
      const row = (await answered).get(target.id);
      if (!row) return 'gone';
      if (!row.is_active) return 'inactive';
      if (row.version === target.version) return target;
      const renewed = await cache.targets([{ endpointId: target.id, endpointVersion: row.version }]);
      return renewed.get(target.id) ?? 'gone';
    },
  };
}

interface Row {
  readonly id: string;
  readonly version: number;
  readonly is_active: boolean;
}

type Answer = ReadonlyMap<string, Row>;

interface Question {
  readonly ids: Set<string>;
  readonly answered: Promise<Answer>;
  readonly answer: (rows: Answer) => void;
  readonly fail: (error: unknown) => void;
}

function newQuestion(): Question {
  let answer: Question['answer'] = () => {};
  let fail: Question['fail'] = () => {};
  const answered = new Promise<Answer>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  return { ids: new Set(), answered, answer, fail };
}

async function ask(engine: Pool, ids: readonly string[]): Promise<Answer> {
  const { rows } = await engine.query<Row>({
    name: 'check-endpoints',
    text: 'select id, version, is_active from webhook_endpoints where id = any($1)',
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
