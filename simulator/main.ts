#!/usr/bin/env node
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { parseUrl } from '../src/process/parse-url.ts';
import { messageOf } from '../src/process/reason-of.ts';
import { untilStarterIsGone } from '../src/process/starter.ts';
import { untilSignal } from '../src/process/until-signal.ts';
import { BadFile } from './bad-file.ts';
import type { LinkedService } from './console/linked-service.ts';
import { type LoadSettings, loadSides } from './load.ts';
import { narrate } from './narrate.ts';
import { BlockTaken, NoBlockFree } from './own-scenarios.ts';
import { startRecorder } from './recorder.ts';
import { scenarioFilesOf } from './scenario-file.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import { readAccountNumber, type StrictAccount } from './strict-account.ts';

/** Runs the simulator as a process: the program of the package `@ringpost/simulator`. */

const usage = `Usage: npx @ringpost/simulator [options]

  --port N             where to listen; 0 takes any free port (8090)
  --tls-port N         where the receivers are over TLS, once asked for by PUT /tls (any free port)
  --host ADDRESS       (127.0.0.1)
  --allowed-hosts N,N  further names that it may be reached by, besides localhost and IP addresses: those of containers
  --token TOKEN        what the console and the control API ask for (SIMULATOR_TOKEN); without it they ask for nothing
  --seed N             fixes every draw (random, and printed)
  --speed X            1 is real time, 60 a minute a second, Infinity at once, manual only by POST /time/… (1)
  --api-key KEY        what callers send as their Vapi key (VAPI_API_KEY, or "simulated")
  --webhook-secret S   signs the callbacks (VAPI_WEBHOOK_SECRET, or "simulated")
  --signing-secret S   signs the webhooks that it sends without a service (RINGPOST_SIGNING_SECRET, or "simulated")
  --account-sid SID    the Twilio account of callers (TWILIO_ACCOUNT_SID, or "simulated")
  --auth-token TOKEN   its token, which signs text callbacks too (TWILIO_AUTH_TOKEN, or "simulated")
  --strict             only what the account has works: the numbers and the credential of the next two
  --number ID=+1…      a number with its id at Vapi; may come several times
  --credential-id ID   the credential at Vapi that signs callbacks; other calls' callbacks come unsigned
  --text-inbound-url U where incoming texts go (http://127.0.0.1:8080/callbacks/sms/twilio/inbound)
  --service-url U      the service that the console at / places calls with, and that /service passes on to (RINGPOST_URL)
  --service-key KEY    a key of the tenant it places them for (better in RINGPOST_API_KEY: other users see options)
  --operator-url U     its operator API, for texts, and for a sandbox's clock, which moves along with POST /time/… (OPERATOR_URL)
  --operator-token T   its token (better in OPERATOR_TOKEN)
  --tenant-id ID       the tenant that texts are sent for
  --scenarios PATH     own scenarios in YAML, checked by scenario-file.schema.json; of a folder all its YAML files
  --load SIDES         receivers, voice, texts, several with commas: bare, answered at once, for measuring a service
  --verify-every N     under load, one delivery in so many is judged (100)
  --record FOLDER      stand before the real voice provider instead, and write a scenario of each call into this folder;
                       takes --port, --host, --allowed-hosts and the next two, and no token: the provider asks for its own key
  --provider URL       with --record: the provider (https://api.vapi.ai)
  --public-url URL     with --record: where the provider reaches this program, for its callbacks
  --follow             print states and verdicts as they happen
  --help
`;

const options = {
  port: { type: 'string', default: '8090' },
  'tls-port': { type: 'string', default: '0' },
  host: { type: 'string', default: '127.0.0.1' },
  'allowed-hosts': { type: 'string', default: '' },
  token: { type: 'string', default: process.env['SIMULATOR_TOKEN'] || '' },
  seed: { type: 'string' },
  speed: { type: 'string', default: '1' },
  'api-key': { type: 'string', default: process.env['VAPI_API_KEY'] || 'simulated' },
  'webhook-secret': { type: 'string', default: process.env['VAPI_WEBHOOK_SECRET'] || 'simulated' },
  'signing-secret': { type: 'string', default: process.env['RINGPOST_SIGNING_SECRET'] || 'simulated' },
  'account-sid': { type: 'string', default: process.env['TWILIO_ACCOUNT_SID'] || 'simulated' },
  'auth-token': { type: 'string', default: process.env['TWILIO_AUTH_TOKEN'] || 'simulated' },
  strict: { type: 'boolean', default: false },
  number: { type: 'string', multiple: true, default: [] },
  'credential-id': { type: 'string' },
  'text-inbound-url': { type: 'string', default: 'http://127.0.0.1:8080/callbacks/sms/twilio/inbound' },
  'service-url': { type: 'string', default: process.env['RINGPOST_URL'] || '' },
  'service-key': { type: 'string', default: process.env['RINGPOST_API_KEY'] || '' },
  'operator-url': { type: 'string', default: process.env['OPERATOR_URL'] || '' },
  'operator-token': { type: 'string', default: process.env['OPERATOR_TOKEN'] || '' },
  'tenant-id': { type: 'string', default: '' },
  scenarios: { type: 'string' },
  load: { type: 'string', default: '' },
  'verify-every': { type: 'string', default: '100' },
  record: { type: 'string' },
  provider: { type: 'string', default: 'https://api.vapi.ai' },
  'public-url': { type: 'string' },
  follow: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} satisfies ParseArgsConfig['options'];

/** Are the options of a recorder, which has no console, no control API, and no calls of its own. */
const forRecorderAlone = ['provider', 'public-url'];
const ofRecorder = ['record', 'port', 'host', 'allowed-hosts', ...forRecorderAlone];

const { values, tokens } = given();

if (values.help) process.stdout.write(usage);
else if (values.record !== undefined) await record(values.record);
else await run();

function given() {
  try {
    return parseArgs({ options, tokens: true });
  } catch (error) {
    return refuse(messageOf(error));
  }
}

function refuseIdle(word: 'With' | 'Without', isIdle: (name: string) => boolean): void {
  const idle = tokens.flatMap((token) => (token.kind === 'option' && isIdle(token.name) ? [`--${token.name}`] : []));
  if (idle.length > 0) refuse(`${word} --record these do nothing: ${idle.join(', ')}.`);
}

async function run(): Promise<void> {
  refuseIdle('Without', (name) => forRecorderAlone.includes(name));
  const simulator = await startSimulator({
    port: portOf('port', values.port),
    tlsPort: portOf('tls-port', values['tls-port']),
    host: values.host,
    allowedHosts: hostsOf(values['allowed-hosts']),
    token: values.token || null,
    speed:
      values.speed === 'manual' ? 'manual' : numberOf('speed', values.speed, (speed) => speed > 0, 'a number above 0, Infinity or manual'),
    load: loadOf(values.load),
    ...(values.seed === undefined ? {} : { seed: numberOf('seed', values.seed, Number.isSafeInteger, 'a whole number') }),
    apiKey: values['api-key'],
    webhookSecret: values['webhook-secret'],
    signingSecret: values['signing-secret'],
    twilioAccountSid: values['account-sid'],
    twilioAuthToken: values['auth-token'],
    account: account(),
    service: service(),
    textInboundUrl: urlOf('text-inbound-url', values['text-inbound-url']),
  }).catch(refusePlace);
  for (const file of scenarioFiles(values.scenarios)) addScenarios(file, simulator, file !== values.scenarios);
  console.log(`Simulator on ${simulator.url} (Vapi at ${simulator.vapiUrl}, Twilio at ${simulator.twilioUrl}, seed ${simulator.seed})`);
  if (values.follow) simulator.timeline.listen((entry) => say(narrate(entry)));
  whenAskedToStop(() => stop(simulator));
}

async function record(folder: string): Promise<void> {
  refuseIdle('With', (name) => !ofRecorder.includes(name));
  const recorder = await startRecorder({
    folder,
    port: portOf('port', values.port),
    host: values.host,
    allowedHosts: hostsOf(values['allowed-hosts']),
    provider: urlOf('provider', values.provider).replace(/\/$/, ''),
    publicUrl: values['public-url'] === undefined ? null : urlOf('public-url', values['public-url']).replace(/\/$/, ''),
    now: () => new Date(),
    written: (file) => say(`Written: ${file}`),
  }).catch(refusePlace);
  console.log(`Recorder on ${recorder.url}, before ${values.provider}: set VAPI_BASE_URL=${recorder.url}/vapi at the service`);
  whenAskedToStop(() => recorder.stop());
}

/** Stops at a signal, or when the command that started this process is gone. A second signal ends it at once. */
function whenAskedToStop(stopNow: () => Promise<void>): void {
  void Promise.race([untilSignal(), untilStarterIsGone(process.env)]).then(stopNow);
}

/** Reports the totals, and the seed that reproduces them. */
function reportOf({ seed, ledger, breaches }: Simulator): string {
  const { totals } = ledger.read();
  return [
    `Seed ${seed}: ${totals.dials} dials (${totals.duplicateDials} twice), ${totals.texts} texts (${totals.duplicateTexts} twice)`,
    `${totals.deliveriesReceived} deliveries (${totals.deliveriesAccepted} accepted)`,
    `${totals.callsWithoutWebhook + totals.textsWithoutWebhook} ended without a webhook, ${breaches.found.length} breaches of the contract.`,
  ].join(', ');
}

function refusePlace(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
  if (error.syscall === 'mkdir') return refuse(`--record: ${error.message}.`);
  if (error.code === 'EADDRINUSE')
    return refuse(`Port ${values.port} is taken by another program. Stop that one, or choose another with --port.`);
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') throw error;
  return refuse(`It cannot listen on port ${values.port} of ${values.host} (${error.code}). Choose others with --port and --host.`, 1);
}

/** Returns the files of `--scenarios`: the one that it names, or the YAML files of the folder in the order of their names. */
function scenarioFiles(path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  try {
    if (!statSync(path).isDirectory()) return [path];
    const files = readdirSync(path).filter((name) => /\.ya?ml$/.test(name));
    return files.length > 0 ? files.sort().map((name) => join(path, name)) : refuse(`--scenarios: There is no YAML file in ${path}.`);
  } catch (error) {
    return refuse(`--scenarios: ${messageOf(error)}.`);
  }
}

/** Adds the scenarios of a file. One of a folder that finds no block free is left out, for a folder of recordings grows. */
function addScenarios(file: string, { scenarios, textScenarios }: Simulator, isOfFolder: boolean): void {
  try {
    scenarioFilesOf(scenarios, textScenarios).add(readFileSync(file, 'utf8'));
  } catch (error) {
    const message = messageOf(error);
    const isAboutContent = error instanceof BadFile || error instanceof BlockTaken;
    if (error instanceof NoBlockFree && isOfFolder) console.warn(`${file} is left out: ${message}`);
    else refuse(isAboutContent ? `${file}:\n${message.replace(/^/gm, '  ')}` : `--scenarios: ${message}.`);
  }
}

/** Returns what the account has in strict mode. */
function account(): StrictAccount | null {
  const { strict, number: words, 'credential-id': credentialId = null } = values;
  if (!strict) return words.length > 0 || credentialId !== null ? refuse('--number and --credential-id need --strict.') : null;
  const numbers = words.map((word) => readAccountNumber(word) ?? refuse(`--number takes ID=+14155550100, not "${word}".`));
  return { numbers, credentialId };
}

/** Returns the service's settings in the environment, with a token only if there is an address to send it to. */
function service(): Partial<LinkedService> {
  const { 'service-url': url, 'operator-url': operatorUrl, 'operator-token': operatorToken, 'tenant-id': tenantId } = values;
  if (operatorUrl !== '' && operatorToken === '') refuse('--operator-url needs the token: set OPERATOR_TOKEN, or give --operator-token.');
  return {
    ...(url && { url: new URL(urlOf('service-url', url)).origin, ...(values['service-key'] && { apiKey: values['service-key'] }) }),
    ...(operatorUrl && { operatorUrl: new URL(urlOf('operator-url', operatorUrl)).origin, operatorToken }),
    ...(tenantId && { tenantId }),
  };
}

async function stop(simulator: Simulator): Promise<void> {
  console.log(reportOf(simulator));
  await simulator.stop();
  if (process.connected) process.disconnect();
}

function say(line: string | null): void {
  if (line !== null) console.log(line);
}

function portOf(name: string, text: string): number {
  return numberOf(name, text, (port) => Number.isInteger(port) && port >= 0 && port <= 65_535, 'a port from 0 to 65535');
}

function numberOf(name: string, text: string, holds: (value: number) => boolean, takes: string): number {
  const value = Number(text);
  return text.trim() !== '' && holds(value) ? value : refuse(`--${name} takes ${takes}, not "${text}".`);
}

function refuse(sentence: string, code = 2): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

function loadOf(text: string): LoadSettings | null {
  if (text === '') return null;
  const sides = text.split(',');
  const verifyEvery = numberOf(
    'verify-every',
    values['verify-every'],
    (every) => Number.isInteger(every) && every > 0,
    'a whole number above 0',
  );
  const known = loadSides.filter((side) => sides.includes(side));
  if (known.length === sides.length) return { verifyEvery, sides: new Set(known) };
  return refuse(`--load takes ${loadSides.join(', ')}, one or several with commas, not "${text}".`);
}

function hostsOf(text: string): readonly string[] {
  const hosts = text
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  const wrong = hosts.find((host) => !/^[\w.-]+$/.test(host));
  return wrong === undefined ? hosts : refuse(`--allowed-hosts takes names without a port, several with commas, not "${wrong}".`);
}

function urlOf(name: string, text: string): string {
  return parseUrl(text) !== null && /^https?:/.test(text) ? text : refuse(`--${name} takes an http or https URL, not "${text}".`);
}
