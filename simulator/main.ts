import { parseArgs } from 'node:util';
import { narrate } from './narrate.ts';
import { type Simulator, startSimulator } from './simulator.ts';

/** The simulator as a process of its own: `node --import tsx simulator/main.ts --port 8090 [--seed N] [--speed X]`. */

const usage = `Usage: node --import tsx simulator/main.ts [options]

  --port N             where to listen; 0 takes any free port (8090)
  --host ADDRESS       (127.0.0.1)
  --seed N             fixes every draw (random, and printed)
  --speed X            1 is real time, 60 a minute a second, Infinity at once, manual only by POST /time/… (1)
  --api-key KEY        what callers send as their Vapi key (VAPI_API_KEY, or "simulated")
  --webhook-secret S   signs the callbacks (VAPI_WEBHOOK_SECRET, or "simulated")
  --account-sid SID    the Twilio account of callers (TWILIO_ACCOUNT_SID, or "simulated")
  --auth-token TOKEN   its token, which signs text callbacks too (TWILIO_AUTH_TOKEN, or "simulated")
  --text-inbound-url U where incoming texts go (http://127.0.0.1:8080/callbacks/sms/twilio/inbound)
  --operator-url U     the operator API of a sandbox service, whose clock moves along with POST /time/… (OPERATOR_URL)
  --operator-token T   its token (better in OPERATOR_TOKEN: other users see options)
  --follow             print states and verdicts as they happen
  --help
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8090' },
    host: { type: 'string', default: '127.0.0.1' },
    seed: { type: 'string' },
    speed: { type: 'string', default: '1' },
    'api-key': { type: 'string', default: process.env['VAPI_API_KEY'] || 'simulated' },
    'webhook-secret': { type: 'string', default: process.env['VAPI_WEBHOOK_SECRET'] || 'simulated' },
    'account-sid': { type: 'string', default: process.env['TWILIO_ACCOUNT_SID'] || 'simulated' },
    'auth-token': { type: 'string', default: process.env['TWILIO_AUTH_TOKEN'] || 'simulated' },
    'text-inbound-url': { type: 'string', default: 'http://127.0.0.1:8080/callbacks/sms/twilio/inbound' },
    'operator-url': { type: 'string', default: process.env['OPERATOR_URL'] || '' },
    'operator-token': { type: 'string', default: process.env['OPERATOR_TOKEN'] || '' },
    follow: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(usage);
else await run();

async function run(): Promise<void> {
  const simulator = await startSimulator({
    port: numberOf('port', values.port, (port) => Number.isInteger(port) && port >= 0 && port <= 65_535, 'a port from 0 to 65535'),
    host: values.host,
    speed:
      values.speed === 'manual' ? 'manual' : numberOf('speed', values.speed, (speed) => speed > 0, 'a number above 0, Infinity or manual'),
    service: serviceOf(values['operator-url'], values['operator-token']),
    ...(values.seed === undefined ? {} : { seed: numberOf('seed', values.seed, Number.isSafeInteger, 'a whole number') }),
    apiKey: values['api-key'],
    webhookSecret: values['webhook-secret'],
    twilioAccountSid: values['account-sid'],
    twilioAuthToken: values['auth-token'],
    textInboundUrl: urlOf('text-inbound-url', values['text-inbound-url']),
  });
  console.log(`Simulator on ${simulator.url} (Vapi at ${simulator.vapiUrl}, Twilio at ${simulator.twilioUrl}, seed ${simulator.seed})`);
  if (values.follow) simulator.timeline.listen((entry) => say(narrate(entry)));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(simulator));
  // Started by another program that keeps a channel to us: where that one dies, even by SIGKILL, nobody needs us any more.
  process.once('disconnect', () => void stop(simulator));
}

async function stop(simulator: Simulator): Promise<void> {
  await simulator.stop();
  if (process.connected) process.disconnect();
}

function say(line: string | null): void {
  if (line !== null) console.log(line);
}

function numberOf(name: string, text: string, holds: (value: number) => boolean, takes: string): number {
  const value = Number(text);
  if (text.trim() !== '' && holds(value)) return value;
  process.stderr.write(`--${name} takes ${takes}, not "${text}".\n`);
  process.exit(2);
}

function serviceOf(operatorUrl: string, operatorToken: string): { operatorUrl: string; operatorToken: string } | null {
  if (operatorUrl === '') return null;
  if (operatorToken !== '') return { operatorUrl: urlOf('operator-url', operatorUrl), operatorToken };
  process.stderr.write('--operator-url needs the token: set OPERATOR_TOKEN, or give --operator-token.\n');
  process.exit(2);
}

function urlOf(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  process.stderr.write(`--${name} takes an http or https URL, not "${text}".\n`);
  process.exit(2);
}
