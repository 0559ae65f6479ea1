import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from './command.ts';

export const simulateCommand: Command = {
  summary: 'Runs the simulator: a voice provider on its real wire, and webhook receivers that verify.',
  help: `Usage: ringpost simulate [--port 8090] [--seed N] [--speed X]

  --port   where it listens (default 8090; 0 takes a free one)
  --seed   fixes every draw, so that a run can be repeated
  --speed  how many times faster than life its calls run (default 1)

VAPI_API_KEY and VAPI_WEBHOOK_SECRET must be what the service has. simulator/README.md lists the scenarios.`,

  run: (args) =>
    new Promise((resolve, reject) => {
      const child = spawn(
        process.execPath,
        [...process.execArgv, fileURLToPath(new URL('../../simulator/main.ts', import.meta.url)), ...args],
        { stdio: 'inherit' },
      );
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
      // The child is in our process group: Ctrl-C reaches it by itself, SIGTERM does not.
      process.once('SIGTERM', () => child.kill('SIGTERM'));
      process.on('SIGINT', () => {});
    }),
};
