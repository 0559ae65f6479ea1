import type { Config } from '../../src/process/config.ts';
import { twilioClient } from '../../src/texts/twilio/client.ts';
import { good, type Seen } from './finding.ts';
import { judgeProvider } from './provider-answer.ts';

/** Asks the provider for one message of its list, which needs the credentials and sends no text. */
export async function textProvider({ twilio }: Config): Promise<readonly Seen[]> {
  if (twilio === null) return [good('none: texts are neither sent nor received')];
  const client = twilioClient({ ...twilio, timeoutMs: 5_000 });
  try {
    const names = { setting: 'TWILIO_BASE_URL', credentials: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN' };
    return [judgeProvider(await client.get('/Messages.json', { PageSize: '1' }), twilio.baseUrl, names)];
  } finally {
    await client.close();
  }
}
