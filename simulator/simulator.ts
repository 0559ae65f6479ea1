import { randomInt } from 'node:crypto';
import type { LinkedService } from './console/linked-service.ts';
import { newConsole } from './console/serve.ts';
import { guarded } from './guard.ts';
import { defaultSessionLimits, namedSessionLimits, type SessionLimits } from './limits.ts';
import { type LoadSettings, newLoad } from './load.ts';
import { type TlsReceivers, tlsReceivers } from './receivers/tls.ts';
import { listen, listener } from './server.ts';
import { serviceBeside } from './service-beside.ts';
import { newSession, type Session } from './session.ts';
import { sessionOperations } from './session-control-api.ts';
import { type NewSession, newSessions } from './sessions.ts';
import { newSwitchboard } from './switchboard.ts';
import type { Speed } from './timers.ts';

/**
 * The telephone network and the tenants' endpoints, faked: a voice provider on Vapi's wire under `/vapi`, a text provider
 * on Twilio's under `/twilio`, receivers of webhooks under `/receivers/{name}`, and a ledger that counts for itself what
 * really happened. It depends on the contract's documents alone and can stand beside any deployment. It is its own first
 * session; others see nothing of it.
 */
export interface Simulator extends Session {
  /** The receivers over TLS, with a certificate that may be bad. */
  readonly tls: TlsReceivers;
  /** A session beside this one, for a test that is to see only its own. */
  openSession(wanted?: NewSession): Session;
  /** False where there is none of that name. */
  closeSession(name: string): Promise<boolean>;
  stop(): Promise<void>;
}

export interface SimulatorOptions {
  /** 0: any free one. */
  readonly port?: number;
  readonly host?: string;
  /** Names, without a port, that requests may reach it by, besides `host`, `localhost` and every IP address. */
  readonly allowedHosts?: readonly string[];
  /** Of the receivers over TLS, once they are asked for. */
  readonly tlsPort?: number;
  /** Fixes every draw; a random one, shown as `simulator.seed`, where none is given. */
  readonly seed?: number;
  /** Own scenarios, in YAML. Throws `BadScenarioFile`, `BlockTaken`. */
  readonly scenarioFile?: string | null;
  /** 1 is real time, 60 a minute a second, Infinity at once, `manual` only by `advance`. */
  readonly speed?: Speed;
  readonly webhookSecret?: string;
  readonly apiKey?: string;
  readonly twilioAccountSid?: string;
  /** What callers of the text side authenticate with, and what signs its callbacks. */
  readonly twilioAuthToken?: string;
  /** Where the numbers' incoming texts go, as a number's configuration at Twilio says. */
  readonly textInboundUrl?: string | null;
  /** What the console places calls with, and whose clock moves along where `time` is moved by hand. */
  readonly service?: Partial<LinkedService> | null;
  /** Bare receivers, bare providers. */
  readonly load?: LoadSettings | null;
  /** How much of the first session is remembered. */
  readonly limits?: Partial<SessionLimits>;
  /** Story times begin at `now`; signatures are stamped, and judged, by `realNow`. */
  readonly clock?: { now(): Date; realNow(): Date };
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, host = '127.0.0.1', allowedHosts = [], tlsPort = 0, speed = 1, clock = wallClock } = options;
  const seed = options.seed ?? randomInt(1_000_000_000);
  const keys = {
    webhookSecret: options.webhookSecret ?? 'simulated',
    apiKey: options.apiKey ?? 'simulated',
    accountSid: options.twilioAccountSid ?? 'simulated',
    authToken: options.twilioAuthToken ?? 'simulated',
  };
  const beside = serviceBeside(options.service ?? null);
  const baseUrl = (): string => listening.url;
  const shared = { clock, keys, baseUrl, proxied: beside, tls: () => tls };

  const first = newSession({
    ...shared,
    name: null,
    numbers: null,
    seed,
    speed,
    beside,
    limits: { ...defaultSessionLimits, ...options.limits },
    scenarioFile: options.scenarioFile ?? null,
    textInboundUrl: options.textInboundUrl ?? null,
    listed: {
      calls: () => newestFirst([first, ...sessions.all()].map(({ calls }) => calls.all())),
      texts: () => newestFirst([first, ...sessions.all()].map(({ texts }) => texts.all())),
    },
    operations: sessionOperations(() => sessions),
  });
  const sessions = newSessions(
    (wanted) =>
      newSession({
        ...shared,
        seed,
        speed,
        ...wanted,
        beside: serviceBeside(null),
        limits: namedSessionLimits,
        scenarioFile: null,
        textInboundUrl: first.textInboundUrl,
      }),
    () => clock.realNow(),
  );
  const page = newConsole(beside);
  const load = options.load ? newLoad({ settings: options.load, ledger: first.ledger, keys, baseUrl }) : null;
  const connect = guarded(newSwitchboard({ first, sessions, load, url: baseUrl, page: page.respond }), [host, ...allowedHosts]);
  const listening = await listen({ host, port, connect });
  const tls = tlsReceivers({ host, port: tlsPort, serve: listener(connect), realNow: () => clock.realNow() });

  return {
    ...first,
    // A run that is played again brings its own.
    get seed() {
      return first.seed;
    },
    tls,
    openSession: sessions.open,
    closeSession: sessions.close,
    async stop() {
      const ended = [first, ...sessions.all()].map((session) => session.end());
      await Promise.all([listening.close(), tls.close(), page.close(), ...ended]);
    },
  };
}

const wallClock = { now: () => new Date(), realNow: () => new Date() };

function newestFirst<Made extends { readonly createdAt: Date }>(lists: readonly (readonly Made[])[]): readonly Made[] {
  const [only, ...others] = lists.filter((list) => list.length > 0);
  if (only && others.length === 0) return only;
  return lists.flat().toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}
