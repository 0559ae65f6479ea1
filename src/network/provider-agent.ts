import { Agent } from 'undici';

/**
 * The connections to a provider's API. Each carries one request at a time, and undici repeats none. An idle connection
 * is closed so soon that the server hardly ever closes it first: the fate of a request that meets such a close is
 * unknown. It is then found by looking the call up (`src/calls/unknown-fate.ts`) or the text.
 */
export const providerAgent = ({ timeoutMs, maxAnswerBytes }: { readonly timeoutMs: number; readonly maxAnswerBytes: number }): Agent =>
  new Agent({
    connect: { timeout: Math.floor(timeoutMs * 0.8) },
    pipelining: 1,
    keepAliveTimeout: keptMs,
    keepAliveMaxTimeout: keptMs,
    maxResponseSize: maxAnswerBytes,
  });

/** The time is shorter than the idle limit of common servers: Node's is 5 s, nginx's 75 s. */
const keptMs = 2_000;
