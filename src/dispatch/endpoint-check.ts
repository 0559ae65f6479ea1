import type { Pool } from 'pg';
import type { EndpointCache, Target } from './endpoint-cache.ts';

/**
 * Whether an endpoint is still what it was when its delivery was leased, asked right before the attempt: a secret that was
 * rotated a moment ago signs nothing any more, and an endpoint that was switched off or deleted, itself or by the trigger
 * that leads to it, is left alone, in whichever process the delivery waited. One question at a time, for all attempts
 * that begin together, so that it costs a busy process little and an idle one half a millisecond.
 */
export interface EndpointCheck {
  /** The target to use now; `inactive` where it or the trigger is switched off, `gone` where it was deleted or cannot be used. */
  current(target: Target, triggerId: string): Promise<Target | 'inactive' | 'gone'>;
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
    async current(target, triggerId) {
      next ??= newQuestion();
      next.ids.add(target.id).add(triggerId);
      const answered = next.answered;
      // Not at once: others of the same tick come along.
      if (!isAsking) {
        isAsking = true;
        queueMicrotask(() => void askAll());
      }
      const answer = await answered;
      const row = answer.get(target.id);
      if (!row) return 'gone';
      if (!row.is_active || answer.has(triggerId)) return 'inactive';
      if (row.version === target.version) return target;
      const renewed = await cache.targets([{ endpointId: target.id, endpointVersion: row.version }]);
      return renewed.get(target.id) ?? 'gone';
    },
  };
}

/** An endpoint, or a trigger that is switched off. */
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
    text: statement,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** A trigger that is gone stops new events only, as one that is on: what it has made goes out. */
const statement = `
  select id, version, is_active
    from webhook_endpoints
   where id = any($1)
   union all
  select id, 0, false
    from automation_triggers
   where id = any($1)
     and not is_active`;
