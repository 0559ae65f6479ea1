import { mayBeDone } from '../../sdk/client/errors.ts';
import { type Client, createClient, NoAnswerError, RefusedError, UnreadableAnswerError } from '../../sdk/client.ts';
import { reasonOf } from '../../src/process/reason-of.ts';
import { type Command, commandWith, type Definition, type None, type Options, type Values } from '../parts/command.ts';
import { flag, httpUrl, text } from '../parts/options.ts';
import { type Screen, screenFor } from '../parts/screen.ts';
import { mayHaveArrived, Refused, Unreachable } from './errors.ts';
import { publicAddress } from './public-address.ts';

/**
 * Defines a command that asks the public API with a tenant's key. `--json` prints the answer; otherwise `show` formats it for a person.
 */
export interface PublicDefinition<Arguments extends Options, Flags extends Options, Body>
  extends Omit<Definition<Arguments, Flags>, 'run'> {
  ask(api: Client, values: Values<Arguments, Flags>): Promise<Body>;
  show(screen: Screen, body: Body): void;
}

export function publicCommand<Body, Arguments extends Options = None, Flags extends Options = None>(
  definition: PublicDefinition<Arguments, Flags, Body>,
): Command {
  const added = { json: flag("Print the API's JSON and nothing else; errors too."), ...publicOptions };
  return commandWith(added, definition, async (own, { json, ...address }) => {
    const { body, text } = await asking(address, async (api, answered) => ({
      body: await definition.ask(api, own),
      text: answered(),
    }));
    if (!json) definition.show(screenFor(), body);
    else if (body !== undefined) process.stdout.write(`${jsonOf(body, text)}\n`);
    return 0;
  });
}

/** Returns the API's own text where that is the whole of it, because a number that was parsed has lost its last digits. */
function jsonOf(body: unknown, answered: string): string {
  const written = JSON.stringify(body);
  return JSON.stringify(JSON.parse(answered)) === written ? answered : written;
}

export const publicOptions = {
  profile: text('Which profile of `ringpost login` (RINGPOST_PROFILE).', 'NAME'),
  baseUrl: httpUrl('The public API, with its path prefix (RINGPOST_URL).'),
  apiKey: text('The key (better in RINGPOST_API_KEY: other users see options).', 'KEY'),
} satisfies Options;

export type PublicAddressOptions = Values<None, typeof publicOptions>;

/** Gives the public API, and the text of its newest answer, to `ask`, whose refusals become those that the command line tells. */
export async function asking<Result>(
  given: PublicAddressOptions,
  ask: (api: Client, answered: () => string) => Promise<Result>,
): Promise<Result> {
  const address = publicAddress(given);
  let newest = '';
  const keeping: typeof fetch = async (...asked) => {
    const response = await fetch(...asked);
    newest = await response.clone().text();
    return response;
  };
  try {
    return await ask(createClient({ ...address, fetch: keeping }), () => newest);
  } catch (error) {
    throw (await isOperators(error, address.baseUrl)) ? operatorsAddress(address.baseUrl) : told(error, address.baseUrl);
  }
}

/** Tells if nothing was found at the address because it is that of the operator listener, which asks for a token of its own. */
async function isOperators(error: unknown, baseUrl: string): Promise<boolean> {
  if (!(error instanceof RefusedError && error.code === 'not_found')) return false;
  const answer = await fetch(new URL('/api/v1/operator/clock', baseUrl)).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 401;
}

const operatorsAddress = (baseUrl: string): Unreachable =>
  new Unreachable(
    `${new URL(baseUrl).origin} is the operators' address, which takes no API key. The public API of the same service is at its PUBLIC_URL, or at its PORT, which is one lower unless it was set.`,
  );

/** Returns the error in the words of the command line. */
export function told<Unexpected>(error: Unexpected, baseUrl: string): Unexpected | Error {
  if (error instanceof RefusedError) {
    const refusal = { code: error.code, message: error.message.slice(error.code.length + 2), details: error.details };
    return new Refused(
      { ...refusal, status: error.status, message: `${refusal.message}${doubtOf(error)}` },
      JSON.stringify({ error: refusal }),
    );
  }
  if (error instanceof NoAnswerError) {
    const reason = reasonOf(error.cause);
    if (error.cause instanceof RefusedError)
      return new Unreachable(`${baseUrl} did not say at first what it had done, and then refused (${reason}).${doubtOf(error)}`, {
        cause: error,
      });
    const what = mayHaveArrived(error.cause)
      ? `${baseUrl} gave no answer (${reason}).`
      : `Nothing answers at ${baseUrl} (${reason}). Is the service running there?`;
    return new Unreachable(`${what}${doubtOf(error)}`, { cause: error });
  }
  if (error instanceof UnreadableAnswerError) {
    const what = `What answers at ${baseUrl} is not Ringpost's public API (status ${error.status}).`;
    return new Unreachable(`${what}${doubtOf(error)}`, { cause: error });
  }
  return error;
}

/** Returns what is to be said where a write may have been done, although this is not known. Without an answer it may have been by an earlier try. */
function doubtOf(error: NoAnswerError | RefusedError | UnreadableAnswerError): string {
  const { idempotencyKey: key, operation } = error;
  if (key === undefined || (error instanceof RefusedError && !mayBeDone(error))) return '';
  const doubt = ' It is not known whether it was done.';
  return operation === 'placeCall' ? `${doubt} Repeat the command with --key ${key}: it is done once.` : doubt;
}
