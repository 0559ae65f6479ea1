import { request } from 'undici';
import { markHeader } from '../../src/db/migrate.ts';
import type { Config } from '../../src/process/config.ts';
import { good, type Seen, warning } from './finding.ts';

/** Requests the public URL from this machine, the best available test: providers come from outside. `mark` is that of our database, if it has one. */
export async function publicUrl({ publicUrl, roles }: Config, mark: string | null): Promise<readonly Seen[]> {
  const url = `${publicUrl}/healthz`;
  try {
    const { statusCode, headers, body } = await request(url, { signal: AbortSignal.timeout(5_000) });
    await body.dump();
    // A release from before the mark shows none.
    const shown = headers[markHeader.toLowerCase()] ?? mark;
    if (statusCode === 200) return [mark !== null && shown !== mark ? another(publicUrl) : await whose(publicUrl)];
    return [
      warning(
        `${url} answers HTTP ${statusCode}.`,
        'Something else stands at PUBLIC_URL, or the load balancer does not reach the service.',
      ),
    ];
  } catch (error) {
    const advice = roles.has('api')
      ? 'Start the service, or set PUBLIC_URL to where providers reach it: without their callbacks every call waits for the reconciler.'
      : 'See that a process with the role api runs, and that PUBLIC_URL leads to it.';
    return [warning(`${url} does not answer: ${error instanceof Error ? error.message || error.name : error}`, advice)];
  }
}

const another = (publicUrl: string): Seen =>
  warning(
    `Another deployment answers at ${publicUrl}: it works on another database than DATABASE_URL names here.`,
    'Set PUBLIC_URL to where this service is reached, or lead that address to it: calls would be reported to the other one.',
  );

/**
 * Checks that the answering service knows its address. Many services answer `/healthz`, but only the document of one with
 * this PUBLIC_URL names it as its server.
 */
async function whose(publicUrl: string): Promise<Seen> {
  const url = `${publicUrl}/openapi.json`;
  const { body } = await request(url, { signal: AbortSignal.timeout(5_000) });
  const text = await body.text();
  if (text.includes(`"${publicUrl}/`)) return good(`${publicUrl} answers, as this service`);
  return warning(
    `${url} does not name ${publicUrl} as its server.`,
    'Another deployment answers there, or one with another PUBLIC_URL: calls would be reported to it.',
  );
}
