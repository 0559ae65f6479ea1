import type { Config } from '../config.ts';
import { vapiClient } from '../voice/vapi/client.ts';
import type { Seen } from './finding.ts';
import { judgeProvider } from './provider-answer.ts';

/** Asks for one call of the list, which needs the credentials and dials nobody. */
export async function voiceProvider({ vapi: { baseUrl, apiKey } }: Config): Promise<readonly Seen[]> {
  const client = vapiClient({ baseUrl, apiKey, timeoutMs: 5_000 });
  try {
    return [judgeProvider(await client.get('/call', { limit: '1' }), baseUrl, 'VAPI_API_KEY')];
  } finally {
    await client.close();
  }
}
