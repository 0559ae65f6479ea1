import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const folder = join(import.meta.dirname, '..', '..', 'examples', 'receivers');
const python = join(folder, 'python', 'receiver.py');
const php = join(folder, 'php', 'receiver.php');
const ruby = join(folder, 'ruby', 'receiver.rb');
const goProgram = join(tmpdir(), `ringpost-go-receiver-${process.pid}`);

/** A receiver of `examples/receivers`, and the command that runs it. */
export interface ExampleReceiver {
  readonly language: string;
  /** Is the reason to skip its test if the language is not installed. The end of the run prints it. */
  readonly skip: string | false;
  /** Returns the command that serves it at a port, or at a free one for 0 if the language can print which. */
  serve(port: number): readonly [program: string, ...args: readonly string[]];
  /** Prepares the receiver. */
  prepare?(): void;
}

export const exampleReceivers: readonly ExampleReceiver[] = [
  { language: 'Python', skip: without('python3', '--version'), serve: (port) => ['python3', python, String(port)] },
  { language: 'PHP', skip: without('php', '--version'), serve: (port) => ['php', '-S', `127.0.0.1:${port}`, php] },
  { language: 'Ruby', skip: without('ruby', '--version'), serve: (port) => ['ruby', ruby, String(port)] },
  {
    language: 'Go',
    skip: without('go', 'version'),
    serve: (port) => [goProgram, `127.0.0.1:${port}`],
    prepare: () => spawnSync('go', ['build', '-o', goProgram, '.'], { cwd: join(folder, 'go') }),
  },
];

export interface RunningReceiver {
  readonly url: string;
  output(): string;
  /** Resolves with the match once the receiver has printed it. */
  printed(pattern: RegExp): Promise<string>;
}

export async function startReceiver(t: TestContext, receiver: ExampleReceiver, secret: string, port = 0): Promise<RunningReceiver> {
  receiver.prepare?.();
  // PHP keeps the ids of handled deliveries in files.
  const handled = await mkdtemp(join(tmpdir(), 'ringpost-receiver-'));
  const [program, ...args] = receiver.serve(port);
  const env = { ...process.env, RINGPOST_SIGNING_SECRET: secret, RINGPOST_HANDLED: handled };
  const server = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(async () => {
    server.kill();
    await rm(handled, { recursive: true, force: true });
    await rm(goProgram, { force: true });
  });
  let said = '';
  const heard = new EventEmitter();
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      heard.emit('said');
    });
  const printed = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(said)) await once(heard, 'said');
    return pattern.exec(said)?.[0] ?? '';
  };
  return { url: `http://${await printed(/127\.0\.0\.1:\d+/)}`, output: () => said, printed };
}

function without(program: string, argument: string): string | false {
  return spawnSync(program, [argument]).status === 0 ? false : `no ${program} on this machine`;
}
