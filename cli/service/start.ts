import { wholeNumber as portOf } from '../../src/process/environment.ts';
import { requirePackages } from '../../src/process/optional-packages.ts';
import { command } from '../parts/command.ts';
import { flag, wholeNumber } from '../parts/options.ts';
import { UsageError } from '../parts/usage-error.ts';

export const start = command({
  summary: 'Starts everything on this machine, places three demo calls and shows what happens.',
  options: {
    once: flag('End by itself; exit code 0 only if every webhook arrived and verified.'),
    noCalls: flag('Place no demo calls: the demo tenant is there, and nothing happens by itself.'),
    watch: flag('Start the service and the simulator again whenever a source file changes; the database runs on.'),
    port: wholeNumber('The public API (PORT, else 8080).', 1, 65_535),
    operatorPort: wholeNumber('The operator API (OPERATOR_PORT, else the public port + 1).', 1, 65_535),
    simulatorPort: wholeNumber('The simulator (else the public port + 10).', 1, 65_535),
  },
  notes: `Starts PostgreSQL, the service and the simulator, makes a demo tenant, places three calls, shows each
state and each webhook with its verdict, prints what to try next, and stays until Ctrl-C.
What it made is written to .ringpost/start.json, logs to .ringpost/ringpost.log. Data stays for the next start.`,
  examples: ['npm start', 'npm start -- --once --port 18080', 'npm start -- --watch'],

  async run({ once, noCalls, watch, ...ports }) {
    requirePackages('simulator');
    if (once && noCalls) throw new UsageError('--once waits for the webhooks of the demo calls: give it without --no-calls.');
    const port = ports.port ?? portOf(process.env, 'PORT', 8080, 1, 65_535);
    const operatorPort = ports.operatorPort ?? portOf(process.env, 'OPERATOR_PORT', port + 1, 1, 65_535);
    const simulatorPort = ports.simulatorPort ?? port + 10;
    if (watch) {
      if (once) throw new UsageError('--once ends by itself, and --watch does not: give one of them.');
      const { startWatching } = await import('./start/watching.ts');
      const args = ['--port', port, '--operator-port', operatorPort, '--simulator-port', simulatorPort].map(String);
      return startWatching([...args, ...(noCalls ? ['--no-calls'] : [])]);
    }
    // The module is loaded here because the whole service takes most of a second to load, which would slow every other
    // command down.
    const { startEverything } = await import('./start/start-everything.ts');
    return startEverything({ once, noCalls, port, operatorPort, simulatorPort });
  },
});
