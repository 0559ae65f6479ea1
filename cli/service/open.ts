import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dataFolderOf } from '../../src/process/data-folder.ts';
import { publicAddress, publicPath } from '../clients/public-address.ts';
import { publicOptions } from '../clients/public-command.ts';
import { readStarted } from '../clients/started.ts';
import { command } from '../parts/command.ts';
import { choice, need } from '../parts/options.ts';
import { screenFor } from '../parts/screen.ts';
import { UsageError } from '../parts/usage-error.ts';

export const open = command({
  summary: 'Opens the documentation of a service, or the console of what runs in this folder, and prints its address.',
  arguments: { what: need(choice('Which: docs or console.', ['docs', 'console'])) },
  options: { ...publicOptions },
  notes: `The documentation is that of the service that the API key is for. The console is that of the last \`ringpost start\` in
this folder. The address is printed in any case, for a browser of another machine.`,
  examples: ['ringpost open console', 'ringpost open docs', 'ringpost open docs --profile live'],

  async run({ what, ...given }) {
    const address = what === 'docs' ? docsOf(publicAddress(given).baseUrl) : consoleHere();
    process.stdout.write(`${address}\n`);
    if (!(await opened(address))) screenFor().note('No browser could be started here: open the address yourself.');
    return 0;
  },
});

const docsOf = (baseUrl: string): string => `${baseUrl.replace(/\/+$/, '').replace(publicPath, '')}/docs`;

function consoleHere(): string {
  const started = readStarted(dataFolderOf(process.env));
  if (started === null) throw new UsageError('Nothing was started in this folder. Run `ringpost start` first.');
  return started.simulatorUrl;
}

/** Hands an address to the browser. It resolves to false if no program takes it. */
async function opened(address: string): Promise<boolean> {
  const [program, ...words] = opener();
  const child = spawn(program, [...words, address], { stdio: 'ignore', detached: true });
  child.unref();
  // A program that cannot be started makes `once` reject.
  return once(child, 'spawn').then(
    () => true,
    () => false,
  );
}

function opener(): readonly [string, ...string[]] {
  if (process.platform === 'darwin') return ['open'];
  return process.platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
