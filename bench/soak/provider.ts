import { fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../cli/parts/ports.ts';
import { runsTypeScript } from '../../test/support/typescript.ts';
import { endProcess, hasEnded } from '../../tools/embedded/end-process.ts';

/** Starts the simulator in real time and in full, as the voice provider, in its own process. */
export async function startProvider(): Promise<Provider> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url));
  const child = fork(program, ['--port', String(port), '--seed', '1', '--api-key', key, '--webhook-secret', key], {
    execArgv: [...runsTypeScript],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  for (const until = performance.now() + patienceMs; !(await answers(url)); await pause(50))
    if (performance.now() > until || hasEnded(child)) throw new Error('The simulator does not start.');
  return {
    environment: { VAPI_BASE_URL: `${url}/vapi`, VAPI_API_KEY: key, VAPI_WEBHOOK_SECRET: key },
    async stop() {
      await endProcess(child);
    },
  };
}

export interface Provider {
  /** Holds the settings with which a service places its calls there. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const key = 'simulated';
const patienceMs = 20_000;

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );
