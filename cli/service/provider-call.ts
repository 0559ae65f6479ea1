import { CallStillGoingError, createClient, NoAnswerError, RefusedError } from '../../sdk/client.ts';
import type { Config } from '../../src/process/config.ts';
import { type CallbackCounts, callbackCounts } from '../../tools/doctor/callbacks.ts';
import { type Finding, fault, good, notExamined, type Seen } from '../../tools/doctor/finding.ts';
import { agentFor } from '../clients/named.ts';
import { publicAddress } from '../clients/public-address.ts';
import type { PublicAddressOptions } from '../clients/public-command.ts';

interface TestCall {
  /** Is the number that rings. */
  readonly call: string;
  readonly agent: string | undefined;
  readonly variable: Readonly<Record<string, string>>;
  readonly address: PublicAddressOptions;
  readonly config: Config;
}

/** Places one call like any caller, waits for its results, and says whether the provider's callbacks came and were believed. */
export async function testCall({ call: phoneNumber, agent, variable, address, config }: TestCall): Promise<readonly Finding[]> {
  const api = createClient(publicAddress(address));
  const before = await callbackCounts(config, 'vapi');
  try {
    const agentId = await agentFor(api, agent);
    const { call: placed } = await api.placeCall({ agentId, phoneNumber, variables: variable });
    process.stderr.write(`${placed.id} is placed: ${phoneNumber} rings. Answer it, say a sentence, and hang up.\n`);
    const call = await api.waitForCall(placed.id, { forResults: true });
    const found = `${call.id}: ${call.status}, ${call.outcome ?? 'no outcome'}${call.endedReason ? ` (${call.endedReason})` : ''}`;
    return [
      { check: 'test call', ...(call.status === 'failed' ? fault(found, 'Look at the call in the dashboard of Vapi.') : good(found)) },
      { check: 'its callbacks', ...judgeCallbacks(config, before, await callbackCounts(config, 'vapi')) },
    ];
  } catch (error) {
    return [{ check: 'test call', ...whyNot(error, config) }];
  }
}

function whyNot(error: unknown, { publicUrl }: Config): Seen {
  if (error instanceof CallStillGoingError) return fault(error.message, 'End it: ringpost calls end ID --yes.');
  if (error instanceof NoAnswerError)
    return fault(
      error.message,
      'See that the service runs at the address of the API key. The telephone may ring: ringpost calls list shows the call.',
    );
  if (!(error instanceof RefusedError)) throw error;
  const { fate } = (error.details ?? {}) as { readonly fate?: unknown };
  return fault(`It was not placed: ${error.message}${fate === undefined ? '' : ` (${String(fate)})`}`, adviceFor(error, publicUrl));
}

function adviceFor(error: RefusedError, publicUrl: string): string {
  if (error.is('missing_variables')) return 'Give each of them: --variable NAME=VALUE.';
  if (error.is('placement_failed'))
    return "The provider's own words are `raw` in the service's log line 'the provider did not take a call'. Among what it refuses are a VAPI_CREDENTIAL_ID that is none of its account's and an account without money.";
  return `See ${publicUrl}/docs/errors/${error.code}.html.`;
}

function judgeCallbacks({ vapi, publicUrl }: Config, before: CallbackCounts | null, after: CallbackCounts | null): Seen {
  if (before === null || after === null)
    return notExamined('The process that counts them does not run here: see provider_callbacks_total.');
  const refused = Object.entries(after.refused)
    .map(([reason, count]) => [reason, count - (before.refused[reason] ?? 0)] as const)
    .filter(([, count]) => count > 0);
  const accepted = after.accepted - before.accepted;
  if (refused.length > 0)
    return fault(
      `Vapi's callbacks are refused: ${refused.map(([reason, count]) => `${reason} ${count}`).join(', ')}; ${accepted} were accepted.`,
      `The Custom Credential at Vapi (${vapi.credentialId ?? 'VAPI_CREDENTIAL_ID is not set'}) has to be HMAC with the secret of VAPI_WEBHOOK_SECRET, SHA256, x-signature, x-timestamp, "{timestamp}.{body}", hex; or Bearer Token with the same secret.`,
    );
  if (accepted === 0)
    return fault(
      `No callback came to ${publicUrl}.`,
      'Vapi does not reach it: a firewall, a proxy, or a name that only this network knows. See the call in its dashboard.',
    );
  return good(`${accepted} came and were believed`);
}
