import { readFileSync } from 'node:fs';
import type { ReceiverAddress } from './receiver.ts';

/** The deployment to test, and the means to test it. */
export interface Target {
  /** Ends in the path prefix. */
  readonly baseUrl: string;
  /**
   * Is present with an operator only if it was given, since the checks then have their own keys. It must be accepted
   * all the same.
   */
  readonly apiKey: string | null;
  readonly secondTenantKey: string | null;
  /** Holds keys by scope, and under `disabled` the key of a tenant whose public API is off. */
  readonly scopedKeys: Readonly<Record<string, string>>;
  readonly operator: { readonly url: string; readonly token: string } | null;
  readonly simulatorUrl: string | null;
  /** Is what the simulator's control API asks for, if it asks for anything. */
  readonly simulatorToken?: string | null;
  /** Is the address or the command of a driver, which then stands for operator and simulator. */
  readonly driver?: string | undefined;
  readonly receiver: ReceiverAddress | null;
  /** Tells that the deployment was started for the run, and ends with it. */
  readonly isOwnInstance?: boolean;
}

/** The command line's options. Missing ones are read from the file that `ringpost start` wrote. */
export interface TargetGiven {
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly secondTenantKey?: string | undefined;
  readonly scopedKeys?: Readonly<Record<string, string>> | undefined;
  readonly operatorUrl?: string | undefined;
  readonly operatorToken?: string | undefined;
  readonly receiverPort?: number | undefined;
  readonly receiverUrl?: string | undefined;
  readonly simulator?: string | undefined;
  readonly simulatorToken?: string | undefined;
  readonly driver?: string | undefined;
}

/** A target that was found. `isDemo` tells if the file of `ringpost start` gave its operator. */
export type FoundTarget = Target & { readonly isDemo: boolean };

/** The environment's share. Its operator and its key are those of a deployment that is named, not of the one of this folder. */
export type TargetEnvironment = Pick<TargetGiven, 'apiKey' | 'operatorUrl' | 'operatorToken' | 'simulatorToken'>;

/** Returns null if no target was given and no service was started here. */
export function targetFor(given: TargetGiven, startFile: string, environment: TargetEnvironment = {}): FoundTarget | null {
  const kept = keptIn(startFile);
  const baseUrl = given.baseUrl?.replace(/\/+$/, '') ?? kept?.baseUrl;
  if (!baseUrl) return null;
  // Keys and tokens from the file are sent only to the deployment that made them.
  const own = kept?.baseUrl === baseUrl && given.driver === undefined ? kept : null;
  const elsewhere = kept?.baseUrl === baseUrl ? {} : environment;
  const operatorUrl = (given.operatorUrl ?? elsewhere.operatorUrl)?.replace(/\/(api\/v1\/operator\/?)?$/, '') ?? own?.operator.url;
  const operatorToken = given.operatorToken ?? (operatorUrl === own?.operator.url ? own?.operator.token : environment.operatorToken);
  const operator = operatorUrl && operatorToken ? { url: operatorUrl, token: operatorToken } : null;
  const simulatorUrl = given.simulator?.replace(/\/+$/, '') ?? own?.simulatorUrl ?? null;
  return {
    baseUrl,
    apiKey: given.apiKey ?? elsewhere.apiKey ?? (operator ? null : (own?.apiKey ?? null)),
    secondTenantKey: given.secondTenantKey ?? own?.secondTenantKey ?? null,
    scopedKeys: given.scopedKeys ?? own?.scopedKeys ?? {},
    operator,
    simulatorUrl,
    simulatorToken:
      given.simulatorToken ?? environment.simulatorToken ?? (simulatorUrl === own?.simulatorUrl ? own?.simulatorToken : undefined) ?? null,
    driver: given.driver,
    isDemo: operator !== null && operator.url === own?.operator.url,
    receiver: receiverFor(given, baseUrl),
  };
}

/** Returns the receiver's address. A service on this machine reaches any free port; one elsewhere must be given an address. */
function receiverFor({ receiverPort, receiverUrl }: TargetGiven, baseUrl: string): Target['receiver'] {
  if (!isHere(baseUrl) && receiverUrl === undefined) return null;
  return { port: receiverPort ?? 0, url: receiverUrl ?? null };
}

/** Tells if a URL leads to this machine. */
export const isHere = (url: string): boolean => /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(url).hostname);

type Kept = Pick<Target, 'baseUrl' | 'apiKey' | 'secondTenantKey' | 'scopedKeys' | 'simulatorToken'> & {
  readonly operator: NonNullable<Target['operator']>;
  readonly simulatorUrl: string;
};

/** The fields of the file that a run uses. That of a sandbox has no demo, and a token of its simulator. */
interface StartFile {
  readonly publicUrl: string;
  readonly operatorUrl: string;
  readonly operatorToken: string;
  readonly simulatorUrl: string;
  readonly simulatorToken?: string;
  readonly demo?: { readonly apiKey: string };
  readonly secondTenant?: { readonly apiKey: string };
  readonly scopedKeys?: Readonly<Record<string, string>>;
  readonly disabledTenant?: { readonly apiKey: string };
}

function keptIn(startFile: string): Kept | null {
  let file: StartFile | null;
  try {
    file = JSON.parse(readFileSync(startFile, 'utf8'));
  } catch {
    // The file is absent or belongs to another user, so it gives no target.
    return null;
  }
  if (typeof file?.publicUrl !== 'string') return null;
  return {
    baseUrl: `${file.publicUrl}/api/v1/public`,
    apiKey: file.demo?.apiKey ?? null,
    secondTenantKey: file.secondTenant?.apiKey ?? null,
    scopedKeys: { ...file.scopedKeys, ...(file.disabledTenant && { disabled: file.disabledTenant.apiKey }) },
    operator: { url: file.operatorUrl, token: file.operatorToken },
    simulatorUrl: file.simulatorUrl,
    simulatorToken: file.simulatorToken ?? null,
  };
}
