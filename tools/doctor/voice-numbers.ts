import type { Pool } from 'pg';
import type { ProviderClient } from '../../src/network/provider-client.ts';
import { fields, text } from '../../src/network/provider-json.ts';
import type { Config } from '../../src/process/config.ts';
import { fault, good, type Seen, warning } from './finding.ts';
import { openVoiceClient } from './voice-provider.ts';

export interface ActiveNumber {
  readonly phoneNumber: string;
  readonly providerNumberId: string;
}

/** So many numbers are asked for at most, one request each. */
const mostNumbers = 50;

/** Returns the active numbers of all tenants, the newest first. */
export async function activeNumbers(engine: Pool): Promise<readonly ActiveNumber[]> {
  const { rows } = await engine.query<ActiveNumber>(
    `select phone_number as "phoneNumber", provider_number_id as "providerNumberId"
       from phone_numbers where is_active
      group by phone_number, provider_number_id
      order by max(created_at) desc limit $1`,
    [mostNumbers],
  );
  return rows;
}

/** Asks the voice provider for each number, by the id that the service would name in a call. */
export async function voiceNumbers(config: Config, numbers: readonly ActiveNumber[]): Promise<readonly Seen[]> {
  if (numbers.length === 0)
    return [
      fault(
        'No tenant has an active phone number.',
        'Import one at Vapi (Phone Numbers), and add it: ringpost number add TENANT +1… --provider-number ID. The ID is what Vapi shows for the number.',
      ),
    ];
  const client = openVoiceClient(config);
  try {
    const seen = await Promise.all(numbers.map((number) => judge(client, number)));
    const wrong = seen.filter(({ state }) => state !== 'good');
    return wrong.length > 0
      ? wrong
      : [good(`${numbers.length} known to the provider: ${numbers.map(({ phoneNumber }) => phoneNumber).join(', ')}`)];
  } finally {
    await client.close();
  }
}

async function judge(client: ProviderClient, { phoneNumber, providerNumberId }: ActiveNumber): Promise<Seen> {
  const answer = await client.get(`/phone-number/${encodeURIComponent(providerNumberId)}`);
  if (answer.kind !== 'answer') return fault(`${phoneNumber} could not be asked for: ${answer.raw}`, 'Try again.');
  // Vapi answers 400 for an id that is no UUID.
  if (answer.status === 404 || answer.status === 400)
    return fault(
      `Vapi has no number with the id ${providerNumberId}, which stands for ${phoneNumber}.`,
      `Take the id from Vapi's page of the number (Phone Numbers), and correct it: ringpost number set … --provider-number ID. An account of its own has ids of its own.`,
    );
  if (answer.status !== 200) return fault(`Vapi answers HTTP ${answer.status} for ${phoneNumber}.`, 'Try again; see its status page.');
  const found = fields(answer.body);
  const [digits, status, provider] = [text(found, 'number'), text(found, 'status'), text(found, 'provider')];
  if (digits !== null && digits !== phoneNumber)
    return fault(
      `The number at Vapi with the id ${providerNumberId} is ${digits}, and here it is ${phoneNumber}.`,
      'Take the id of the right number: ringpost number set … --provider-number ID.',
    );
  if (status !== null && status !== 'active')
    return fault(`${phoneNumber} is "${status}" at Vapi.`, 'Wait while it is activating, which takes minutes. If it is blocked, ask Vapi.');
  if (provider === 'vapi')
    return warning(
      `${phoneNumber} is a free number of Vapi.`,
      "By Vapi's pages these take incoming calls alone. Import a number of Twilio's, Telnyx's or another carrier.",
    );
  return good(phoneNumber);
}
