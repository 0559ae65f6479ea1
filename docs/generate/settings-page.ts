import { operatorAddress } from '../../cli/clients/operator-address.ts';
import { markdownTable } from '../../src/contract/markdown-table.ts';
import { ofCallers, readConfig } from '../../src/process/config.ts';
import { ConfigError, type Environment } from '../../src/process/environment.ts';
import { madeFrom } from './made-from.ts';
import { type Setting, settingGroups } from './settings.ts';

/**
 * `docs/settings.md`. A variable that the configuration reads and `settings.ts` does not explain, or the other way round, is an error.
 * What a variable takes is taken from the message with which the configuration refuses a wrong value.
 */
export function settingsPage(): string {
  requireAllExplained();
  return `# Settings

The service is set up by environment variables. It reads and checks them once, when it starts. A value that is not allowed stops the start with a
sentence that names the variable, and so does an unknown variable whose name begins with \`RINGPOST_\`. Lists are separated by commas.

${Object.entries(settingGroups).map(groupSection).join('\n\n')}

${madeFrom('docs/generate/settings.ts and src/process/config.ts')}
`;
}

/** Every variable that the page explains. */
export const explainedSettings: readonly string[] = Object.values(settingGroups).flatMap((group) => Object.keys(group));

const groupSection = ([title, group]: readonly [string, Readonly<Record<string, Setting>>]): string =>
  `## ${title}\n\n${markdownTable(
    ['variable', 'takes', 'default', 'what for'],
    Object.entries(group).map(([name, { unset, about }]) => [`\`${name}\``, takenBy(name), unsetWords(unset), about]),
  )}`;

/** Traces on and recordings in a bucket, so that the configuration looks at every variable. */
const everythingOn: Environment = {
  RECORDING_STORE: 's3',
  S3_BUCKET: 'recordings',
  S3_REGION: 'eu-west-1',
  OTEL_TRACES_EXPORTER: 'otlp',
};
const inProduction: Environment = {
  RINGPOST_ENV: 'production',
  RINGPOST_SECRET_KEY: Buffer.alloc(32).toString('base64'),
  DATABASE_URL: 'postgres://db/ringpost',
  REDIS_URL: 'redis://redis',
  VAPI_API_KEY: 'key',
  TWILIO_ACCOUNT_SID: 'AC1',
  RINGPOST_NOTICE_URL: 'https://notices',
  ...Object.fromEntries(
    ['OPERATOR_TOKEN', 'VAPI_WEBHOOK_SECRET', 'TWILIO_AUTH_TOKEN', 'RINGPOST_NOTICE_SECRET'].map((name) => [name, 'x'.repeat(32)]),
  ),
};

function requireAllExplained(): void {
  const read = new Set<string>();
  const recording = (env: Environment): Environment =>
    new Proxy(env, {
      get(target, name) {
        if (typeof name === 'string' && /^[A-Z]/.test(name)) read.add(name);
        return Reflect.get(target, name);
      },
    });
  readConfig(recording(everythingOn));
  readConfig(recording(inProduction));
  operatorAddress({ url: undefined, token: undefined }, recording({ OPERATOR_TOKEN: 'token', RINGPOST_DATA_FOLDER: '/nowhere' }));
  const wrong = [...new Set([...read, ...explainedSettings])].filter(
    (name) => !ofCallers.has(name) && read.has(name) !== explainedSettings.includes(name),
  );
  if (wrong.length > 0) throw new Error(`docs/generate/settings.ts and what the configuration reads differ in ${wrong.join(', ')}.`);
}

/** What the configuration says a variable takes when it is given nonsense; text that it takes as it comes has no such message. */
function takenBy(name: string): string {
  for (const env of [everythingOn, inProduction]) {
    try {
      readConfig({ ...env, [name]: nonsense });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const [, taken] = new RegExp(`^${name} takes (.*?)(?:, not ".*")?\\.$`).exec(error.message) ?? [];
      if (taken !== undefined) return taken;
    }
  }
  return 'text';
}

const nonsense = '?';

function unsetWords(unset: Setting['unset']): string {
  if (typeof unset === 'string') return unset;
  const value = unset(readConfig({ OTEL_TRACES_EXPORTER: 'otlp' }));
  if (value === undefined) throw new Error('The configuration has no such default.');
  return `\`${value}\``;
}
