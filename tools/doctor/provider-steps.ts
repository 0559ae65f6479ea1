import type { Config } from '../../src/process/config.ts';
import { callbackOfCalls, callbackOfTexts } from './callback-address.ts';
import { callbacks } from './callbacks.ts';
import { judgeConfiguration } from './configuration.ts';
import { markOf, openDatabase } from './database.ts';
import type { Patient } from './examine.ts';
import { type Finding, fault, good, named, notExamined, type Seen, warning } from './finding.ts';
import { hasSchema, noSchema } from './migrations.ts';
import { publicUrl } from './public-url.ts';
import { incomingTexts } from './text-numbers.ts';
import { textProvider } from './text-provider.ts';
import { type ActiveNumber, activeNumbers, voiceNumbers } from './voice-numbers.ts';
import { voiceProvider } from './voice-provider.ts';

/** What the steps look at. */
interface Subject {
  readonly config: Config;
  readonly machineNow: () => Date;
  /** Is the mark of the installation that works on the database. */
  readonly mark: string | null;
  /** Are the active phone numbers of all tenants. */
  readonly numbers: readonly ActiveNumber[];
}

type Step = readonly [check: string, look: (subject: Subject) => Promise<readonly Seen[]>];

/** Are the steps of going live, in the order of the page about it. Each needs those before it. */
const steps: readonly Step[] = [
  ['settings', async ({ config }) => settings(config)],
  ['voice provider', async ({ config }) => (await voiceProvider(config)).map(asFault)],
  ['numbers', ({ config, numbers }) => voiceNumbers(config, numbers)],
  ['public URL', async ({ config, mark }) => (await publicUrl(config, mark)).map(asFault)],
  ['callbacks of calls', ({ config, machineNow }) => callbackOfCalls(config, machineNow())],
  ['text provider', async ({ config }) => (await textProvider(config)).map(asFault)],
  ['incoming texts', ({ config, numbers }) => incomingTexts(config, numbers)],
  ['callbacks of texts', ({ config }) => callbackOfTexts(config)],
  ['refused callbacks', ({ config }) => callbacks(config)],
];

export interface Walked {
  /** Is null where the configuration is invalid. */
  readonly config: Config | null;
  readonly findings: readonly Finding[];
  /** Names the step at which the walk has stopped, or is null if it came to its end. */
  readonly stoppedAt: string | null;
}

/** Walks the steps of going live with the two providers, and stops at the first fault. Changes nothing and dials nobody. */
export async function walkProviderSteps({ readConfig, machineNow }: Patient): Promise<Walked> {
  const { config, seen } = judgeConfiguration(readConfig);
  if (config === null) return stopped(null, named('configuration', seen), 'configuration', steps);
  const opened = await openDatabase(config);
  if (opened.database === null) return stopped(config, named('database', opened.seen.map(asFault)), 'database', steps);
  const { database } = opened;
  try {
    if (!(await hasSchema(database))) return stopped(config, named('migrations', [noSchema]), 'migrations', steps);
    return await walk({ config, machineNow, mark: await markOf(database), numbers: await activeNumbers(database.engine) });
  } finally {
    await database.close();
  }
}

async function walk(subject: Subject): Promise<Walked> {
  const findings: Finding[] = [];
  for (const [index, [check, look]] of steps.entries()) {
    const seen = await look(subject);
    findings.push(...named(check, seen));
    if (seen.some(({ state }) => state === 'fault')) return stopped(subject.config, findings, check, steps.slice(index + 1));
  }
  return { config: subject.config, findings, stoppedAt: null };
}

const stopped = (config: Config | null, findings: readonly Finding[], check: string, others: readonly Step[]): Walked => ({
  config,
  findings: [...findings, ...others.flatMap(([later]) => named(later, [notExamined(`"${check}" comes first.`)]))],
  stoppedAt: check,
});

/** What is only suspicious to the doctor, such as an address that does not answer or a database that is not up, is where going live stops. */
const asFault = (seen: Seen): Seen => (seen.state === 'good' ? seen : { ...seen, state: 'fault' });

function settings({ vapi, publicUrl }: Config): readonly Seen[] {
  const isVapis = isOutside(vapi.baseUrl);
  const reached = isOutside(publicUrl);
  if (isVapis && !reached)
    return [
      fault(
        `VAPI_BASE_URL is ${vapi.baseUrl}, and PUBLIC_URL is ${publicUrl}, which no provider reaches.`,
        'Set PUBLIC_URL to the https address at which the internet reaches the service.',
      ),
    ];
  const seen = [
    good(isVapis ? `calls go to ${vapi.baseUrl}` : `calls go to ${vapi.baseUrl}, which is no real provider: nobody's telephone rings`),
  ];
  if (isVapis && !publicUrl.startsWith('https:'))
    seen.push(warning(`PUBLIC_URL is ${publicUrl}.`, 'Set an https address: callbacks hold what was said in calls.'));
  if (vapi.credentialId === null)
    seen.push(
      warning(
        'VAPI_CREDENTIAL_ID is not set: Vapi signs with the credential of the assistant or of the organization, or not at all where there is none.',
        "In Vapi's dashboard make a Custom Credential with the secret of VAPI_WEBHOOK_SECRET, and set VAPI_CREDENTIAL_ID to its id.",
      ),
    );
  return seen;
}

/** Tells if an address is one of the internet, as far as its name tells. */
function isOutside(address: string): boolean {
  const { hostname } = new URL(address);
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname.startsWith('[')) return false;
  return hostname.includes('.') && !/^(127|10|0|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
}
