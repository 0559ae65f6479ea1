import { type AddressGuard, BlockedAddress } from '../../src/network/address-guard.ts';
import type { Config } from '../../src/process/config.ts';
import { vapiClient } from '../../src/voice/vapi/client.ts';
import type { Seen } from './finding.ts';
import { judgeProvider } from './provider-answer.ts';

/** Asks the provider for one call of its list, which needs the credentials and dials nobody. */
export async function voiceProvider({ vapi: { baseUrl, apiKey } }: Config): Promise<readonly Seen[]> {
  const client = vapiClient({ baseUrl, apiKey, timeoutMs: 5_000, guard: noOtherHost });
  try {
    return [judgeProvider(await client.get('/call', { limit: '1' }), baseUrl, 'VAPI_API_KEY')];
  } finally {
    await client.close();
  }
}

/** Refuses every other host: the list comes from the configured one, whatever address an answer names. */
const noOtherHost: Pick<AddressGuard, 'connect'> = { connect: (_target, callback) => callback(new BlockedAddress('name'), null) };
