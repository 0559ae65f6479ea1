import type { ProviderClient } from '../../src/network/provider-client.ts';
import { fields, member, text } from '../../src/network/provider-json.ts';
import type { Config } from '../../src/process/config.ts';
import { inboundUrl } from '../../src/texts/twilio/callbacks.ts';
import { twilioClient } from '../../src/texts/twilio/client.ts';
import { fault, good, notExamined, type Seen, warning } from './finding.ts';
import type { ActiveNumber } from './voice-numbers.ts';

/** Asks the text provider where it sends the texts that come to our numbers. */
export async function incomingTexts({ twilio, publicUrl }: Config, numbers: readonly ActiveNumber[]): Promise<readonly Seen[]> {
  if (twilio === null) return [notExamined('Without Twilio no texts come in.')];
  const client = twilioClient({ ...twilio, timeoutMs: 5_000 });
  const wanted = inboundUrl(publicUrl);
  try {
    const seen = await Promise.all(numbers.map(({ phoneNumber }) => judge(client, phoneNumber, wanted)));
    const wrong = seen.filter(({ state }) => state !== 'good');
    return wrong.length > 0 ? wrong : [good(`sent to ${wanted}`)];
  } finally {
    await client.close();
  }
}

async function judge(client: ProviderClient, phoneNumber: string, wanted: string): Promise<Seen> {
  const answer = await client.get('/IncomingPhoneNumbers.json', { PhoneNumber: phoneNumber });
  const listed = answer.kind === 'answer' && answer.status === 200 ? member(fields(answer.body), 'incoming_phone_numbers') : null;
  if (!Array.isArray(listed)) return fault(`Twilio does not tell of ${phoneNumber}: ${answer.raw.slice(0, 200)}`, 'Try again.');
  const number = listed.map(fields).find((one) => text(one, 'phone_number') === phoneNumber);
  if (!number)
    return warning(
      `${phoneNumber} is not a number of the account TWILIO_ACCOUNT_SID.`,
      'Calls go out from it. For texts from it too, use the account that owns it, or a number of this account.',
    );
  const [url, method, application] = [text(number, 'sms_url') ?? '', text(number, 'sms_method'), text(number, 'sms_application_sid')];
  const advice = `In Twilio's console (Phone Numbers, Active numbers, the number, Messaging Configuration) set "A message comes in" to Webhook, ${wanted}, HTTP POST.`;
  // Twilio ignores the number's own address then.
  if (application)
    return fault(`A text to ${phoneNumber} goes where the application ${application} says: replies and STOP ${late}.`, advice);
  if (withoutFragment(url) !== withoutFragment(wanted) || method !== 'POST')
    return fault(
      `A text to ${phoneNumber} goes by ${method ?? 'no method'} to ${url === '' ? 'nowhere' : url}: replies and STOP ${late}.`,
      `${advice} Vapi changes it when it imports a number, unless smsEnabled is false.`,
    );
  if (isRepeated(url)) return good(phoneNumber);
  return warning(`Twilio sends a text to ${phoneNumber} once: replies and STOP that come while no process answers ${late}.`, advice);
}

const late = "are known here minutes late, from Twilio's list";

const withoutFragment = (url: string): string => url.replace(/#.*$/, '');

/** True where the fragment asks Twilio to repeat what was not answered, or was answered with 5xx. */
function isRepeated(url: string): boolean {
  const asked = new URLSearchParams(url.split('#')[1]);
  const kinds = (asked.get('rp') ?? '').split(',');
  return Number(asked.get('rc')) > 0 && (kinds.includes('all') || (kinds.includes('5xx') && kinds.includes('ct')));
}
