import { type ProviderClient, type ProviderOptions, providerClient } from '../../network/provider-client.ts';

export interface TwilioClientOptions extends Pick<ProviderOptions, 'baseUrl' | 'timeoutMs' | 'tracing'> {
  readonly accountSid: string;
  readonly authToken: string;
}

export const twilioClient = ({ baseUrl, accountSid, authToken, timeoutMs, tracing = null }: TwilioClientOptions): ProviderClient =>
  providerClient({
    baseUrl: `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`,
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    timeoutMs,
    maxAnswerBytes: 4 * 1024 * 1024,
    templateOf,
    tracing,
  });

const templateOf = (path: string): string =>
  `/2010-04-01/Accounts/{AccountSid}${path.startsWith('/Messages/') ? '/Messages/{Sid}.json' : path}`;
