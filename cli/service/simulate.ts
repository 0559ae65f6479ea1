import { spawn } from 'node:child_process';
import { dataFolderOf } from '../../src/process/data-folder.ts';
import { developmentSecrets } from '../../src/process/development-secrets.ts';
import { requirePackages } from '../../src/process/optional-packages.ts';
import { command } from '../parts/command.ts';
import { flag, httpUrl, kebab, list, text } from '../parts/options.ts';
import { simulatorProgram } from './start/simulator-process.ts';

export const simulate = command({
  summary: 'Runs the simulator: a telephone network on its real wire, and webhook receivers that verify.',
  options: {
    port: text('Where it listens (8090; 0 takes a free one).', 'PORT'),
    host: text('The address it listens on (127.0.0.1). Without --token keep it on loopback.', 'ADDRESS'),
    allowedHosts: text('Further names that it may be reached by, several with commas: those of containers.', 'NAMES'),
    token: text('What its console and its control API ask for (better in SIMULATOR_TOKEN). Without it they ask for nothing.', 'TOKEN'),
    seed: text('Fixes every draw, so that a run can be repeated.', 'N'),
    speed: text('How many times faster than life its calls run (1); manual: only by `ringpost time`.', 'X'),
    apiKey: text('What callers send as their Vapi key (better in VAPI_API_KEY).', 'KEY'),
    webhookSecret: text('Signs the callbacks of calls (better in VAPI_WEBHOOK_SECRET).', 'SECRET'),
    signingSecret: text('Signs the webhooks that it sends without a service (RINGPOST_SIGNING_SECRET).', 'SECRET'),
    accountSid: text('The Twilio account of callers (TWILIO_ACCOUNT_SID).', 'SID'),
    authToken: text('Its token, which signs the callbacks of texts (better in TWILIO_AUTH_TOKEN).', 'TOKEN'),
    strict: flag('Only what the account has works, as at the real providers: the numbers and the credential of the next two.'),
    number: list('A number of the account, with its id at Vapi: ID=+14155550100; may come several times.'),
    credentialId: text('The credential at Vapi that signs callbacks. Without it they come unsigned.', 'ID'),
    textInboundUrl: text("Where contacts' texts go (http://127.0.0.1:8080/callbacks/sms/twilio/inbound).", 'URL'),
    operatorUrl: text('The operator API of a sandbox, whose clock `ringpost time` moves along (OPERATOR_URL).', 'URL'),
    operatorToken: text('Its token (better in OPERATOR_TOKEN: other users of the machine see options).', 'TOKEN'),
    serviceUrl: text('The service that its console places calls with, and that /service passes on to (RINGPOST_URL).', 'URL'),
    serviceKey: text('A key of the tenant that the console places calls for (better in RINGPOST_API_KEY).', 'KEY'),
    tenantId: text('The tenant that its console sends texts for.', 'ID'),
    scenarios: text(
      'Own scenarios of calls and texts in YAML, checked by simulator/scenario-file.schema.json; of a folder all its YAML files.',
      'PATH',
    ),
    tlsPort: text('Where the receivers are over TLS, once asked for (any free port).', 'PORT'),
    load: text('receivers, voice, texts, several with commas: bare, answered at once, for measuring a service.', 'SIDES'),
    verifyEvery: text('Under load, one delivery in so many is judged (100).', 'N'),
    record: text('Stand before the real voice provider instead, and write a scenario of each call into this folder.', 'FOLDER'),
    provider: httpUrl('With --record: the provider (https://api.vapi.ai).'),
    publicUrl: httpUrl('With --record: where the provider reaches this program, for its callbacks.'),
    follow: flag('Print states and verdicts as they happen.'),
  },
  notes: `It must have the service's VAPI_API_KEY, VAPI_WEBHOOK_SECRET, TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN; those
that are not set it takes, as the service does, from .ringpost/ in this folder, and OPERATOR_TOKEN for
--operator-url likewise; RINGPOST_API_KEY goes with --service-url. Its address opens a console.
"ringpost time" moves the time of stories and service.
simulator/README.md lists the scenarios.`,
  examples: ['ringpost simulate --speed 20 --follow', 'ringpost simulate --record ./scenarios --public-url https://recorder.example.org'],

  async run({ follow, strict, number = [], ...values }) {
    requirePackages('simulator');
    const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${kebab(name)}=${value}`]));
    const numbers = number.map((each) => `--number=${each}`);
    return simulatorProcess([...given, ...numbers, ...(strict ? ['--strict'] : []), ...(follow ? ['--follow'] : [])]);
  },
});

const simulatorProcess = (args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, simulatorProgram, ...args], {
      stdio: 'inherit',
      env: { ...developmentSecrets(dataFolderOf(process.env), process.env), ...process.env },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
    // The child is in this process group, so Ctrl-C reaches it directly too. A signal to this process alone does not.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGTERM'));
  });
