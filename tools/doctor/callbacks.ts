import { request } from 'undici';
import type { Config } from '../../src/process/config.ts';
import { fault, good, notExamined, type Seen } from './finding.ts';

/**
 * Reads from the metrics of the running service which callbacks it has refused. Only the service meets the provider's signatures, so a
 * service that does not run cannot be examined. The counts are those of the one process that listens here.
 */
export async function callbacks(config: Config): Promise<readonly Seen[]> {
  if (!config.roles.has('api')) return [notExamined('This process takes no callbacks.')];
  const scraped = await scrape(config);
  if (scraped === null) return [notExamined('The service does not run here: its process counts them.')];
  const seen = Object.keys(secrets).flatMap((provider) => judge(scraped, provider));
  return seen.length > 0 ? seen : [good('accepted, as far as any came since the process began')];
}

const secrets: Readonly<Record<string, string>> = { vapi: 'VAPI_WEBHOOK_SECRET', twilio: 'TWILIO_AUTH_TOKEN and PUBLIC_URL' };

export interface CallbackCounts {
  readonly accepted: number;
  /** Is how many were refused for each reason. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Returns what the process that runs here has counted of a provider's callbacks, or null if none runs here. */
export async function callbackCounts(config: Config, provider: string): Promise<CallbackCounts | null> {
  const scraped = await scrape(config);
  if (scraped === null) return null;
  const counts = countsIn(scraped, provider);
  const refused = counts.filter(({ result }) => result !== 'accepted').map(({ result, count }) => [result, count]);
  return { accepted: acceptedIn(counts), refused: Object.fromEntries(refused) };
}

interface Count {
  readonly result: string;
  readonly count: number;
}

const countsIn = (scraped: string, provider: string): readonly Count[] =>
  [...scraped.matchAll(new RegExp(`^provider_callbacks_total\\{provider="${provider}",result="(\\w+)"\\} (\\d+)$`, 'gm'))].map(
    ([, result = '', count]) => ({ result, count: Number(count) }),
  );

const acceptedIn = (counts: readonly Count[]): number => counts.find(({ result }) => result === 'accepted')?.count ?? 0;

/** So many refusals in a row are no stranger's try. */
const manyInARow = 5;

function judge(scraped: string, provider: string): readonly Seen[] {
  const counts = countsIn(scraped, provider);
  const refusals = counts.filter(({ result, count }) => result !== 'accepted' && count > 0);
  const accepted = acceptedIn(counts);
  const refused = refusals.reduce((sum, { count }) => sum + count, 0);
  const inARow = Number(
    new RegExp(`^provider_callbacks_refused_in_a_row\\{provider="${provider}"\\} (\\d+)$`, 'm').exec(scraped)?.[1] ?? 0,
  );
  if (refused <= accepted && inARow < manyInARow) return [];
  const reasons = refusals.map(({ result, count }) => `${result} ${count}`).join(', ');
  return [
    fault(
      `Callbacks of ${provider} are refused: ${refused} since the process began (${reasons}), the last ${inARow} in a row; ${accepted} were accepted.`,
      `bad_signature: the provider signs with something else than ${secrets[provider]} of the service. stale: a clock is wrong. Until it is mended calls end a minute late, by the reconciler.`,
    ),
  ];
}

/** The listener on all addresses is asked on this machine's own. */
const reachable = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host);

async function scrape({ operatorHost, operatorPort }: Config): Promise<string | null> {
  try {
    const url = `http://${reachable(operatorHost)}:${operatorPort}/metrics`;
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(5_000) });
    const text = await body.text();
    return statusCode === 200 ? text : null;
  } catch {
    return null;
  }
}
