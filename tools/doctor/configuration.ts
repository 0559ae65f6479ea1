import type { Config } from '../../src/process/config.ts';
import { ConfigError } from '../../src/process/environment.ts';
import { fault, good, type Seen, warning } from './finding.ts';

/** Reads the configuration as the service does, and names settings that are allowed but seldom intended. */
export function judgeConfiguration(readConfig: () => Config): { readonly config: Config | null; readonly seen: readonly Seen[] } {
  try {
    const config = readConfig();
    const seen = config.environment === 'production' ? seldomMeant(config) : [];
    return { config, seen: seen.length > 0 ? seen : [good(`${config.environment}; roles ${[...config.roles].join(', ')}`)] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: null, seen: [fault(error.message, 'Correct the environment variable that it names; the service would not start.')] };
  }
}

/** Returns settings that are seldom intended in production. */
function seldomMeant(config: Config): readonly Seen[] {
  const seen: Seen[] = [];
  if (!config.publicUrl.startsWith('https:'))
    seen.push(
      warning(
        `PUBLIC_URL is ${config.publicUrl}.`,
        'Set it to the https address that callers and providers use: callbacks and recording URLs begin with it.',
      ),
    );
  if (config.allowedPrivateWebhooks.length > 0)
    seen.push(
      warning(
        `Webhooks may reach ${config.allowedPrivateWebhooks.join(', ')}.`,
        'Unset RINGPOST_ALLOW_PRIVATE_WEBHOOKS unless tenants may send requests into these networks.',
      ),
    );
  if (config.recordingStore.kind === 'local')
    seen.push(
      warning(
        'Recordings are files on this machine.',
        'Fine for one machine; for several set RECORDING_STORE=s3, or a recording is found only where it was fetched.',
      ),
    );
  return seen;
}
