import { largestPage } from './each-webhook-delivery.ts';
import type { InputOf, ReplyOf } from './operation-types.ts';

type CallSummary = ReplyOf<'listCalls'>['calls'][number];

/** Reads page after page. A call that ends meanwhile moves no other to another page. */
export async function* eachCall(
  list: (input: InputOf<'listCalls'>) => Promise<ReplyOf<'listCalls'>>,
): AsyncGenerator<CallSummary, void, undefined> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: ReplyOf<'listCalls'> = await list({ limit: largestPage, ...(cursor !== undefined && { cursor }) });
    yield* page.calls;
    cursor = page.nextCursor;
  }
}
