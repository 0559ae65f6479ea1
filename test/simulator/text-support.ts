import type { TestContext } from 'node:test';
import twilio from 'twilio';
import type { Simulator, SimulatorOptions } from '../../simulator/simulator.ts';
import { manualSimulator } from './support.ts';

/** The provider's own client wants an account that begins with AC. */
export const accountSid = 'AC00000000000000000000000000000001';
export const authToken = 'between us';
export const sender = '+14155550100';

export const textSimulator = (t: TestContext, options: SimulatorOptions = {}): Promise<Simulator> =>
  manualSimulator(t, { twilioAccountSid: accountSid, twilioAuthToken: authToken, ...options });

/** The provider's own client. It takes no base URL, so its requests are turned to the simulator on their way out. */
export function officialTexts(simulator: Simulator, token = authToken): ReturnType<typeof twilio> {
  const httpClient = new twilio.RequestClient();
  const request = httpClient.request.bind(httpClient);
  httpClient.request = (options) => {
    options.uri = options.uri.replace('https://api.twilio.com', simulator.twilioUrl);
    return request(options);
  };
  return twilio(accountSid, token, { httpClient });
}

export const statusUrl = (simulator: Simulator, messageId = 'msg_1'): string => `${simulator.receiverUrl('status')}?message=${messageId}`;

/** A text as the service would send it: callbacks to the receiver `status`, with our id in their address. */
export const textTo = (to: string, simulator: Simulator, messageId = 'msg_1') => ({
  to,
  from: sender,
  body: 'Hello, this is Acme Homes.',
  statusCallback: statusUrl(simulator, messageId),
});

export interface Form {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** Judged by the provider's own package, on the form as it came. */
  readonly verified: boolean;
}

/** The forms that a receiver got, in the order they came. */
export function formsTo(simulator: Simulator, receiver: string, url = simulator.receiverUrl(receiver)): readonly Form[] {
  const deliveries = simulator.receivers.find(receiver)?.deliveries ?? [];
  return deliveries.map(({ headers, body }) => {
    const fields = fieldsOf(body.toString('utf8'));
    return { url, headers, fields, verified: twilio.validateRequest(authToken, headers['x-twilio-signature'] ?? '', url, fields) };
  });
}

function fieldsOf(text: string): Record<string, string | string[]> {
  const form = new URLSearchParams(text);
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, only(form.getAll(name))]));
}

const only = (values: string[]): string | string[] => (values.length === 1 ? (values[0] ?? '') : values);

export const statusesOf = (forms: readonly Form[]): readonly unknown[] => forms.map(({ fields }) => fields['MessageStatus']);
