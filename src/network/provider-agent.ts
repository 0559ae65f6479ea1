import { Agent } from 'undici';

/**
 * The connections to a provider's API. Each carries one request at a time, and undici repeats none. A connection is kept for so short
 * a time after its last answer that hardly any server closes it just then: a request that meets such a close is in doubt. For
 * a call that doubt is settled by looking the call up (`src/calls/unknown-fate.ts`), and for a text by looking for the text.
 */
export const providerAgent = ({ timeoutMs, maxAnswerBytes }: { readonly timeoutMs: number; readonly maxAnswerBytes: number }): Agent =>
  new Agent({
    connect: { timeout: Math.floor(timeoutMs * 0.8) },
    pipelining: 1,
    keepAliveTimeout: keptMs,
    keepAliveMaxTimeout: keptMs,
    maxResponseSize: maxAnswerBytes,
  });

/** Shorter than the idle limit of any server that is known: Node's is 5 s, nginx's 75 s. */
const keptMs = 2_000;
