import { readStarted } from '../../cli/clients/started.ts';
import { createClient, RingpostError } from '../../sdk/client.ts';
import { startCrm } from './crm.ts';

/** Uses the service that the environment names, or else the one that `npm start` runs in this folder. */
function address(): { baseUrl: string; apiKey: string } {
  const { RINGPOST_URL: baseUrl, RINGPOST_API_KEY: apiKey, RINGPOST_DATA_FOLDER: folder = '.ringpost' } = process.env;
  if (baseUrl && apiKey) return { baseUrl, apiKey };
  const started = readStarted(folder);
  if (started) return { baseUrl: `${started.publicUrl}/api/v1/public`, apiKey: started.demo.apiKey };
  throw new Error('Run `npm start` in this folder first, or set RINGPOST_URL and RINGPOST_API_KEY.');
}

const crm = await startCrm({ ringpost: createClient(address()), port: Number(process.env['PORT'] ?? 4000) }).catch((error: unknown) => {
  if (!(error instanceof RingpostError)) throw error;
  console.error(error.message);
  process.exit(1);
});
console.log(`The CRM is at ${crm.url}. Ctrl-C ends it and removes its endpoint.`);
process.once('SIGINT', () => void crm.stop());
process.once('SIGTERM', () => void crm.stop());
