import { type AddressGuard, BlockedAddress } from '../../src/network/address-guard.ts';
import type { ProviderClient } from '../../src/network/provider-client.ts';
import type { Config } from '../../src/process/config.ts';
import { vapiClient } from '../../src/voice/vapi/client.ts';
import type { Seen } from './finding.ts';
import { judgeProvider } from './provider-answer.ts';

/** Asks the provider for one call of its list, which needs the credentials and dials nobody. */
export async function voiceProvider(config: Config): Promise<readonly Seen[]> {
  const client = openVoiceClient(config);
  try {
    const names = { setting: 'VAPI_BASE_URL', credentials: 'VAPI_API_KEY: it takes the Private Key of the organization' };
    return [judgeProvider(await client.get('/call', { limit: '1' }), client.baseUrl, names)];
  } finally {
    await client.close();
  }
}

export const openVoiceClient = ({ vapi: { baseUrl, apiKey } }: Pick<Config, 'vapi'>): ProviderClient =>
  vapiClient({ baseUrl, apiKey, timeoutMs: 5_000, guard: noOtherHost });

/** Refuses every other host: the answers come from the configured one, whatever address they name. */
const noOtherHost: Pick<AddressGuard, 'connect'> = { connect: (_target, callback) => callback(new BlockedAddress('name'), null) };
