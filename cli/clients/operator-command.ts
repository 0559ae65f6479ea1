import { type Command, commandWith, type Definition, type None, type Options, type Values } from '../parts/command.ts';
import { flag, httpUrl, need, text } from '../parts/options.ts';
import { nobody, type Screen, screenFor } from '../parts/screen.ts';
import { idOf, tenantsNamed } from './named.ts';
import { operatorAddress } from './operator-address.ts';
import { type OperatorClient, operatorClient, type Reply } from './operator-client.ts';
import { noteMore } from './pages.ts';

/**
 * Defines a command that asks the operator API. `--json` prints the answer as it came; otherwise `show` formats it for
 * a person.
 */
export interface OperatorDefinition<Arguments extends Options, Flags extends Options, Body>
  extends Omit<Definition<Arguments, Flags>, 'run'> {
  ask(api: OperatorClient, values: Values<Arguments, Flags>, screen: Screen): Promise<Reply<Body>>;
  show(screen: Screen, body: Body, values: Values<Arguments, Flags>): void;
  /** Tells if a successful answer reports a failure. */
  readonly failed?: (body: Body) => boolean;
}

export function operatorCommand<Body, Arguments extends Options = None, Flags extends Options = None>(
  definition: OperatorDefinition<Arguments, Flags, Body>,
): Command {
  return commandWith(operatorOptions, definition, async (own, { json, operatorUrl, operatorToken }) => {
    const screen = screenFor(process.stdout, json ? nobody : process.stderr);
    const api = operatorClient(operatorAddress({ url: operatorUrl, token: operatorToken }));
    const values = { ...own, ...(await tenantOf(api, own)) };
    const { body, text } = await definition.ask(api, values, screen);
    if (!json) {
      definition.show(screen, body, values);
      noteMore(screen, body);
    } else if (text !== '') process.stdout.write(`${text}\n`);
    return definition.failed?.(body) ? 1 : 0;
  });
}

/** The first argument of every command about a tenant. `tenantOf` finds the id of a name. */
export const tenantArgument = need(text("The tenant's id or name."));

async function tenantOf(api: OperatorClient, { tenant }: { readonly tenant?: unknown }): Promise<{ readonly tenant?: string }> {
  if (typeof tenant !== 'string') return {};
  return { tenant: await idOf('tenant', 'ten_', tenant, () => tenantsNamed(api, tenant)) };
}

const operatorOptions = {
  json: flag("Print the API's own JSON and nothing else; errors too."),
  operatorUrl: httpUrl('Where the operator API is (OPERATOR_URL, else what .ringpost/ says).'),
  operatorToken: text('Its token (better in OPERATOR_TOKEN: other users see options).', 'TOKEN'),
} satisfies Options;
