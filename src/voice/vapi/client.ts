import { type ProviderClient, type ProviderOptions, providerClient } from '../../network/provider-client.ts';

export interface ClientOptions
  extends Pick<ProviderOptions, 'baseUrl' | 'timeoutMs' | 'tracing'>,
    Required<Pick<ProviderOptions, 'guard'>> {
  readonly apiKey: string;
}

/** Vapi's HTTP API. The official SDK repeats a `POST /call` that failed, which would dial again. */
export const vapiClient = ({ apiKey, ...options }: ClientOptions): ProviderClient =>
  providerClient({ ...options, authorization: `Bearer ${apiKey}`, maxAnswerBytes, templateOf });

/** A page of a hundred calls with their transcripts; an answer beyond this is none that we can use. */
const maxAnswerBytes = 32 * 1024 * 1024;

/** A control URL has none, on whatever host it lies. */
const templateOf = (path: string): string | undefined => (path.startsWith('/call/') ? '/call/{id}' : path === '/call' ? path : undefined);
