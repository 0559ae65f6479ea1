import type { Context } from '../context.ts';
import type { FindSentResult, Span } from './text-provider.ts';
import { type TextRow, takenMessageIds } from './texts.ts';

/** Finds those in the provider's list of a span that may be the text and are no other text's yet, oldest first. */
export async function findUnclaimed({ db, texts }: Pick<Context, 'db' | 'texts'>, text: TextRow, span: Span): Promise<FindSentResult> {
  const answer = await texts.findSent({ to: text.phone, from: text.our_phone, body: text.body, trace: text.trace }, span);
  if (answer.kind === 'unreachable') return answer;
  const taken = await takenMessageIds(
    db.knex,
    answer.events.map((event) => event.providerMessageId),
  );
  const events = answer.events.filter((event) => !taken.has(event.providerMessageId));
  // What was not read may have it.
  if (answer.isCut && events.length === 0) return { kind: 'unreachable', raw: 'it is not among the newest texts of the list' };
  return { kind: 'found', events };
}
