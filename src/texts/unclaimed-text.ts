import type { Context } from '../context.ts';
import type { Span, TextEvent } from './text-provider.ts';
import { type TextRow, takenMessageIds } from './texts.ts';

export type Unclaimed =
  | { readonly kind: 'found'; readonly event: TextEvent | null }
  /** The provider cannot say. */
  | { readonly kind: 'unreachable'; readonly raw: string };

/**
 * Finds a text in the provider's list of a span. Of several alike it takes the oldest that is no other text's, because nothing
 * distinguishes them.
 */
export async function findUnclaimed({ db, texts }: Pick<Context, 'db' | 'texts'>, text: TextRow, span: Span): Promise<Unclaimed> {
  const answer = await texts.findSent({ to: text.phone, from: text.our_phone, body: text.body, trace: text.trace }, span);
  if (answer.kind === 'unreachable') return answer;
  const taken = await takenMessageIds(
    db.knex,
    answer.events.map((event) => event.providerMessageId),
  );
  return { kind: 'found', event: answer.events.find((event) => !taken.has(event.providerMessageId)) ?? null };
}
