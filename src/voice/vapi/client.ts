import { type ProviderClient, type ProviderOptions, providerClient } from '../../network/provider-client.ts';

export interface VapiClientOptions
  extends Pick<ProviderOptions, 'baseUrl' | 'timeoutMs' | 'tracing'>,
    Required<Pick<ProviderOptions, 'guard'>> {
  readonly apiKey: string;
}

/** Makes a client of Vapi's HTTP API. The official SDK would repeat a failed `POST /call`, which would dial again. */
export const vapiClient = ({ apiKey, ...options }: VapiClientOptions): ProviderClient =>
  providerClient({ ...options, authorization: `Bearer ${apiKey}`, maxAnswerBytes, templateOf });

/** The limit allows a page of a hundred calls with their transcripts. A larger answer is not used. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** Returns the form of a path. A control URL has none, whatever its host. */
const templateOf = (path: string): string | undefined => (path.startsWith('/call/') ? '/call/{id}' : path === '/call' ? path : undefined);
