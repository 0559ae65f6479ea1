import { dataFolderOf } from '../../src/process/data-folder.ts';
import type { Environment } from '../../src/process/environment.ts';
import { environmentKey, withPublicPath } from '../clients/public-address.ts';
import { startedFile } from '../clients/started.ts';
import { httpUrl, text, wholeNumber } from '../parts/options.ts';

/** The options that name a deployment to judge or to load, and the means for it. */
export const deploymentOptions = {
  baseUrl: httpUrl('The public API, with its path prefix.'),
  apiKey: text('A key with every scope (with --base-url RINGPOST_API_KEY).', 'KEY'),
  operatorUrl: httpUrl(
    'The operator API (OPERATOR_URL where RINGPOST_URL is that of --base-url): the run then has tenants of its own, with raised limits.',
  ),
  operatorToken: text('Its token (OPERATOR_TOKEN).', 'TOKEN'),
  receiverPort: wholeNumber('Where webhooks are received (any free port).', 1, 65_535),
  receiverUrl: httpUrl('How the service reaches that port, where it is not on this machine.'),
  simulator: httpUrl('The simulator behind the service: only then are calls placed.'),
  simulatorToken: text('Its token, if it was given one (SIMULATOR_TOKEN).', 'TOKEN'),
};

/** Returns the file in which `ringpost start` names the deployment of this folder. */
export const startFile = (): string => startedFile(dataFolderOf(process.env));

/**
 * Returns what the environment says for the deployment at an address that was given. Its operator API is of another installation, perhaps,
 * unless the environment names this address beside it: a run would make tenants there, and send their keys here.
 */
export const deploymentEnvironment = ({ baseUrl }: { readonly baseUrl?: string | undefined }, env: Environment = process.env) => ({
  apiKey: baseUrl && environmentKey(withPublicPath(baseUrl)),
  operatorUrl:
    (baseUrl && env['RINGPOST_URL'] && withPublicPath(env['RINGPOST_URL']) === withPublicPath(baseUrl) && env['OPERATOR_URL']) || undefined,
  operatorToken: env['OPERATOR_TOKEN'] || undefined,
  simulatorToken: env['SIMULATOR_TOKEN'] || undefined,
});
