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
import type { StrictAccount } from './strict-account.ts';
import { newSwitchboard } from './switchboard.ts';
import type { Speed } from './timers.ts';
import { withToken } from './token.ts';

/**
 * The simulated telephone network and tenants' endpoints: a voice provider with Vapi's API under `/vapi`, a text
 * provider with Twilio's under `/twilio`, receivers of webhooks under `/receivers/{name}`, and a ledger that
 * independently counts what happened. It depends on the contract's documents alone and can run beside any deployment.
 * It is its own first session, and other sessions are separate from it.
 */
export interface Simulator extends Session {
  /** Serves the receivers over TLS, with a certificate that may be bad. */
  readonly tls: TlsReceivers;
  /** Opens a separate session, for a test that must see only its own events. */
  openSession(wanted?: NewSession): Session;
  /** Closes a session. Returns false if none has that name. */
  closeSession(name: string): Promise<boolean>;
  stop(): Promise<void>;
}

export interface SimulatorOptions {
  /** Is 0 for any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Lists names, without a port, that are accepted in `Host` besides `host`, `localhost` and every IP address. */
  readonly allowedHosts?: readonly string[];
  /** Is asked for on every path that is not a wire of others (`token.ts`). Without it nobody is asked. */
  readonly token?: string | null;
  /** Is the port of the receivers over TLS, once they are requested. */
  readonly tlsPort?: number;
  /** Fixes every draw. Without it a random seed is used, which `simulator.seed` shows. */
  readonly seed?: number;
  /** Holds own scenarios in YAML. Throws `BadFile`, `BlockTaken`. */
  readonly scenarioFile?: string | null;
  /** Is 1 for real time, 60 for a minute a second, Infinity for at once, and `manual` for time that passes only by `advance`. */
  readonly speed?: Speed;
  readonly webhookSecret?: string;
  readonly apiKey?: string;
  /** Signs the webhooks that it sends without a service, where a request names no other secret. */
  readonly signingSecret?: string;
  readonly twilioAccountSid?: string;
  /** Authenticates callers of the text provider and signs its callbacks. */
  readonly twilioAuthToken?: string;
  /** Switches strict mode on: only what this account has works. */
  readonly account?: StrictAccount | null;
  /** Is the URL for incoming texts, like a number's configuration at Twilio. */
  readonly textInboundUrl?: string | null;
  /** Is the service that the console places calls with and whose clock moves along when `time` is moved by hand. */
  readonly service?: Partial<LinkedService> | null;
  /** Limits the wait for the answer to a provider's callback, in place of Vapi's 20 s and Twilio's 15 s. */
  readonly callbackMs?: number;
  /** Makes receivers or providers run in load mode. */
  readonly load?: LoadSettings | null;
  /** Limits the memory of the first session. */
  readonly limits?: Partial<SessionLimits>;
  /** Story times begin at `now`. Signatures are stamped and judged by `realNow`. */
  readonly clock?: { now(): Date; realNow(): Date };
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, host = '127.0.0.1', allowedHosts = [], tlsPort = 0, speed = 1, clock = wallClock } = options;
  const seed = options.seed ?? randomInt(1_000_000_000);
  const keys = {
    webhookSecret: options.webhookSecret ?? 'simulated',
    apiKey: options.apiKey ?? 'simulated',
    signingSecret: options.signingSecret ?? 'simulated',
    accountSid: options.twilioAccountSid ?? 'simulated',
    authToken: options.twilioAuthToken ?? 'simulated',
    account: options.account ?? null,
  };
  const beside = serviceBeside(options.service ?? null);
  const baseUrl = (): string => listening.url;
  const shared = { clock, keys, callbackMs: options.callbackMs, baseUrl, proxied: beside, tls: () => tls };

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
  const switchboard = newSwitchboard({ first, sessions, load, url: baseUrl, page: page.respond });
  const connect = guarded(withToken(switchboard, options.token ?? null), [host, ...allowedHosts]);
  const listening = await listen({ host, port, connect });
  const tls = tlsReceivers({ host, port: tlsPort, serve: listener(connect), realNow: () => clock.realNow() });

  return {
    ...first,
    // A run that is played again brings its own seed.
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
