import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '../../cli/parts/ports.ts';
import { programIn } from '../support/tools.ts';
import { until } from '../support/until.ts';
import type { Finding } from './finding.ts';
import { toolsFolder } from './tools.ts';
import type { Har, HarEntry } from './workflows.ts';

/** Prism as a proxy before the API: it holds every request and answer against the document, and notes what breaks it on the answer. */
export async function behindPrism<T>(apiUrl: string, use: (proxyUrl: string) => Promise<T>): Promise<T> {
  const port = await freePort();
  // Prism's log is never read, and its printer ends Prism where a line comes in two pieces. What it notes is in a header of each answer.
  const options = ['--port', String(port), '--verboseLevel', 'fatal'];
  const child = spawn(programIn(toolsFolder, 'prism'), ['proxy', 'src/contract/generated/public.json', apiUrl, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)));
  const ended = once(child, 'close');
  try {
    await until('Prism listens', async () => child.exitCode !== null || (await listens(port)));
    if (child.exitCode !== null) throw new Error(`Prism ended:\n${said.join('')}`);
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** An answer that breaks the document is a fault. A request that does is one only if the service took it. */
export function prismFindings(har: Har): Finding {
  const problems = har.log.entries.flatMap((entry) =>
    violations(entry)
      .filter(({ location }) => location[0] === 'response' || entry.response.status < 400)
      .map(
        ({ location, message }) =>
          `${entry.request.method} ${entry.request.url} ${entry.response.status}: ${location.join('.')}: ${message}`,
      ),
  );
  return { looked: har.log.entries.length, problems };
}

interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

const violations = ({ response }: HarEntry): readonly Violation[] =>
  JSON.parse(response.headers.find(({ name }) => name.toLowerCase() === 'sl-violations')?.value ?? '[]');
