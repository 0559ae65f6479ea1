import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endProcess } from '../../tools/embedded/end-process.ts';
import { argumentsOf, cli } from './typescript.ts';

/** The service as an operator runs it, in a process that a test may kill. */
export interface ServiceProcess {
  /** Sends SIGKILL, which leaves the service no time to finish. */
  kill(): Promise<void>;
  /** Sends SIGTERM, and resolves with the exit code. */
  terminate(): Promise<number | null>;
}

/**
 * Starts the service and resolves once it says that it is ready. `program` is `cli/ringpost.ts` of this checkout or of
 * another one.
 */
export async function startServiceProcess(env: Readonly<Record<string, string>>, program = cli): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [...argumentsOf(program), 'serve'], {
    env: { ...(program === cli ? process.env : withoutSettings(process.env)), ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (chunk) => said.push(String(chunk)));
  await untilReady(child, said);
  return {
    kill: () => endProcess(child, 'SIGKILL'),
    async terminate() {
      await endProcess(child);
      return child.exitCode;
    },
  };
}

/** Removes settings of this release's tests that another release may not know. */
const withoutSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('RINGPOST_')));

async function untilReady(child: ChildProcess, said: string[]): Promise<void> {
  if (!child.stdout) throw new Error('the child has a pipe for its output');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    said.push(`${line}\n`);
    if (line.includes('"msg":"ready"')) {
      // Nothing reads the output from here on. It is drained so that a full pipe never stops the service.
      child.stdout.resume();
      return;
    }
  }
  throw new Error(`the service ended before it was ready:\n${said.join('')}`);
}
