import { createHmac } from 'node:crypto';
import { request } from 'undici';
import type { Config } from '../../src/process/config.ts';
import { reasonOf } from '../../src/process/reason-of.ts';
import { twilioSignatureOf } from '../../src/texts/twilio/signature.ts';
import { fault, good, notExamined, type Seen } from './finding.ts';

/**
 * Sends a callback as the voice provider does, of a type that the service acknowledges and ignores. It shows that the
 * address leads to the service and that the service has this secret; what secret the provider has, only a call shows.
 */
export async function callbackOfCalls({ publicUrl, vapi: { webhookSecret } }: Config, now: Date): Promise<readonly Seen[]> {
  const body = JSON.stringify({ message: { type: 'hang' } });
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = createHmac('sha256', webhookSecret).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-signature': signature, 'x-timestamp': timestamp };
  const url = `${publicUrl}/callbacks/voice/vapi`;
  return [judge(url, await post(url, headers, body), 'VAPI_WEBHOOK_SECRET')];
}

/** Sends a report on a text that nobody sent, with a status that tells nothing. */
export async function callbackOfTexts({ publicUrl, twilio }: Config): Promise<readonly Seen[]> {
  if (twilio === null) return [notExamined('Without Twilio no texts are sent.')];
  const url = `${publicUrl}/callbacks/sms/twilio`;
  const form = new URLSearchParams({ MessageSid: `SM${'0'.repeat(32)}`, MessageStatus: 'check' });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': twilioSignatureOf(twilio.authToken, url, form),
  };
  return [judge(url, await post(url, headers, form.toString()), 'TWILIO_AUTH_TOKEN or PUBLIC_URL')];
}

type Posted = { readonly status: number } | { readonly problem: string };

async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Posted> {
  try {
    const answer = await request(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) });
    await answer.body.dump();
    return { status: answer.statusCode };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

function judge(url: string, posted: Posted, settings: string): Seen {
  if ('problem' in posted)
    return fault(`${url} does not answer: ${posted.problem}.`, 'See that PUBLIC_URL leads to a process of the service with the role api.');
  if (posted.status === 200) return good(`${url} takes what this machine signs`);
  if (posted.status === 401)
    return fault(
      `The service at ${url} refuses what this machine signs.`,
      `It runs with another ${settings} than the environment here has, or the clocks differ by minutes. Make them equal, and restart it.`,
    );
  return fault(
    `${url} answers HTTP ${posted.status}.`,
    'A proxy before the service lets this path not through, or something else stands at PUBLIC_URL: POST /callbacks/… has to reach it unchanged.',
  );
}
