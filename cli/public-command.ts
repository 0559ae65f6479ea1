import { type Client, createClient, NoAnswerError, RefusedError, UnreadableAnswerError } from '../sdk/client.ts';
import { reasonOf } from '../src/process/reason-of.ts';
import { type Command, command, type Definition, type None, type Options, type Values } from './command.ts';
import { Refused, Unreachable } from './operator-client.ts';
import { flag, httpUrl, text } from './options.ts';
import { publicAddress } from './public-address.ts';
import { type Screen, screenFor } from './screen.ts';

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
  return command({
    ...definition,
    options: { ...definition.options, json: flag("Print the API's JSON and nothing else; errors too."), ...publicOptions },
    async run(given) {
      // The compiler cannot see through the spread of a generic. The values are the definition's options and those added here.
      const { json, profile, baseUrl, apiKey, ...own } = given as unknown as Values<None, typeof publicOptions> & {
        readonly json: boolean;
      };
      const values = own as unknown as Values<Arguments, Flags>;
      const body = await asking({ profile, baseUrl, apiKey }, (api) => definition.ask(api, values));
      if (!json) definition.show(screenFor(process.stdout, process.stderr), body);
      else if (body !== undefined) process.stdout.write(`${JSON.stringify(body)}\n`);
      return 0;
    },
  });
}

export const publicOptions = {
  profile: text('Which profile of `ringpost login` (RINGPOST_PROFILE).', 'NAME'),
  baseUrl: httpUrl('The public API, with its path prefix (RINGPOST_URL).'),
  apiKey: text('The key (better in RINGPOST_API_KEY: other users see options).', 'KEY'),
} satisfies Options;

export type PublicAddressOptions = Values<None, typeof publicOptions>;

/** Gives the public API to `ask`, whose refusals become those that the command line tells. */
export async function asking<Result>(given: PublicAddressOptions, ask: (api: Client) => Promise<Result>): Promise<Result> {
  const address = publicAddress(given);
  try {
    return await ask(createClient(address));
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

function told(error: unknown, baseUrl: string): unknown {
  if (error instanceof RefusedError) {
    const refusal = { code: error.code, message: error.message.slice(error.code.length + 2), details: error.details };
    return new Refused(refusal, JSON.stringify({ error: refusal }));
  }
  if (error instanceof NoAnswerError)
    return new Unreachable(`Nothing answers at ${baseUrl} (${reasonOf(error.cause)}). Is the service running there?`, { cause: error });
  if (error instanceof UnreadableAnswerError)
    return new Unreachable(`What answers at ${baseUrl} is not Ringpost's public API (status ${error.status}).`, { cause: error });
  return error;
}
