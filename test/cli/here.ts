import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { run } from '../../cli/run.ts';
import { type Ran, type Surroundings, settled } from './cli.ts';

/**
 * The command line in the test's own process, for what a command says and does: it loads nothing anew, which is nearly all that a process of its
 * own costs. What only a process has is tried with `runCli` and `startCli`: that it ends, its exit code, its signals and its pipes.
 */
export function runHere(args: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  // Folder and environment are those of the whole process.
  const ran = before.then(() => alone(args, surroundings));
  before = ran.catch(() => {});
  return ran;
}
let before: Promise<unknown> = Promise.resolve();

async function alone(args: readonly string[], surroundings: Surroundings): Promise<Ran> {
  const { cwd, env, stdin } = settled(surroundings);
  const was = { cwd: process.cwd(), env: process.env, stdin: process.stdin };
  const forgetSignals = signals.map((signal) => listenersSince(signal));
  const heard = { stdout: hear(process.stdout), stderr: hear(process.stderr) };
  process.chdir(cwd);
  process.env = env;
  Object.defineProperty(process, 'stdin', { value: Readable.from([stdin]), configurable: true });
  try {
    const code = await ownOutput.run(true, () => run(args));
    return { code, stdout: heard.stdout.text(), stderr: heard.stderr.text() };
  } finally {
    Object.defineProperty(process, 'stdin', { value: was.stdin, configurable: true });
    process.env = was.env;
    process.chdir(was.cwd);
    for (const { stop } of Object.values(heard)) stop();
    for (const forget of forgetSignals) forget();
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Returns what removes the listeners that were added since. A command's own process ends with it, and Node warns of the eleventh. */
function listenersSince(signal: NodeJS.Signals): () => void {
  const before = process.listeners(signal);
  return () => {
    for (const listener of process.listeners(signal)) if (!before.includes(listener)) process.off(signal, listener);
  };
}

/** Is true in a command. What the tests and their runner write meanwhile goes its way. */
const ownOutput = new AsyncLocalStorage<boolean>();

function hear(stream: NodeJS.WriteStream): { text(): string; stop(): void } {
  const write = stream.write;
  let text = '';
  stream.write = ((chunk: string | Uint8Array, ...rest: []) => {
    if (!ownOutput.getStore()) return write.call(stream, chunk, ...rest);
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  }) as typeof write;
  return {
    text: () => text,
    stop() {
      stream.write = write;
    },
  };
}
