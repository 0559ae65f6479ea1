import type { Pool } from 'pg';
import type { EndpointCache, Target } from './endpoint-cache.ts';

/**
 * Asks right before an attempt whether its endpoint is still what it was when the delivery was leased. So a secret that was
 * rotated a moment ago signs nothing any more, and nothing is sent if the endpoint was deleted, or if it or the trigger was
 * switched off, in whichever process the delivery waited. One query at a time answers for all attempts that begin together, so
 * that it costs a busy process little and an idle one half a millisecond.
 */
export interface EndpointCheck {
  /** Returns the target to use now, `inactive` if it or the trigger is switched off, or `gone` if it was deleted or cannot be used. */
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
      // The query is sent at the end of the tick, so that other attempts of the tick share it.
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

/** A row is an endpoint, or a trigger that is switched off. */
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

/** The deliveries of a trigger that was deleted are still sent, so only a trigger that exists and is off makes a row. */
const statement = `
  select id, version, is_active
    from webhook_endpoints
   where id = any($1)
   union all
  select id, 0, false
    from automation_triggers
   where id = any($1)
     and not is_active`;
