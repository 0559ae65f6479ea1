import type { Config } from '../../src/process/config.ts';
import { dataFolderOf } from '../../src/process/data-folder.ts';
import { readSandboxIn } from '../clients/started.ts';
import { command } from '../parts/command.ts';
import { flag } from '../parts/options.ts';
import { examinedService } from './examined-service.ts';
import { findingsText } from './findings-text.ts';

export const doctor = command({
  summary: 'Examines what the service needs with the present settings, and says what to do about what it finds.',
  options: { json: flag('Print the findings as JSON and nothing else.') },
  notes: `Run it where the service runs, with the same environment variables; the service itself need not run. In the folder of
\`npm start\` it examines that, unless RINGPOST_ENV or DATABASE_URL is another than that start had; in that of a sandbox
it examines the sandbox. It looks at the configuration, versions, clocks, migrations, indexes, partitions, dead tuples,
the queue, the archive of the write-ahead log, stored secrets, Redis, both providers' credentials, the callbacks that the
service refuses if it runs here, recordings, name servers, the address guard, PUBLIC_URL and the collector of traces. It
changes nothing but one small object in the recording store (doctor/probe.wav). Exit code 0: no fault, though perhaps
warnings; 1: a fault.`,
  examples: ['ringpost doctor', 'ringpost doctor --json'],

  async run({ json }) {
    const { environmentConfig } = await import('../../src/process/environment-config.ts');
    const { sandboxConfig } = await import('./sandbox/sandbox.ts');
    const { examine } = await import('../../tools/doctor/examine.ts');
    const folder = dataFolderOf(process.env);
    const sandbox = readSandboxIn(folder);
    const { settings, told } = sandbox ? { settings: {}, told: `the sandbox ${sandbox.name}.` } : examinedService(process.env);
    if (told && !json) process.stderr.write(`Examined: ${told}\n`);
    const readConfig = (): Config => (sandbox ? sandboxConfig(sandbox, folder) : environmentConfig(settings, false));
    const report = await examine({ readConfig, machineNow: () => new Date() });
    process.stdout.write(json ? `${JSON.stringify(report)}\n` : findingsText(report.findings));
    return report.isHealthy ? 0 : 1;
  },
});
