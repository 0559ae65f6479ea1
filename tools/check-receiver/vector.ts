import type { Exchange } from '../conformance/exchange.ts';
import type { JsonObject } from '../contract/document.ts';
import type { Delivery, DeliveryOptions } from './delivery.ts';

/** One thing that a receiver must do. A vector sends deliveries through its probe, which judges the answers. */
export interface Vector {
  /** Is unique, and the name by which `--only` chooses it. */
  readonly id: string;
  readonly title: string;
  /** States what the receiver must do and why, and where the documents say so. */
  readonly rule: string;
  readonly group: Group;
  /** Names what the caller must give for this vector, beside the address and the secret. */
  readonly needs?: keyof typeof means;
  run(probe: Probe): Promise<void>;
}

/** What a vector may need, and why it is skipped without. */
export const means = {
  failure: 'it needs --failing-header, with which the receiver answers 500',
  secondSecret: 'it needs --second-secret, which the receiver accepts as well',
} as const;

export const groups = {
  examples: 'Every example',
  bodies: 'Bodies that may come',
  signature: 'Signatures',
  time: 'Timestamps',
  headers: 'Headers',
  repeats: 'Repeats and order',
  transport: 'Transport',
} as const;
export type Group = keyof typeof groups;

/** What a vector works with. */
export interface Probe {
  readonly secret: string;
  /** Is the other secret that the receiver accepts; empty if there is none. */
  readonly secondSecret: string;
  /** Returns the timestamp of a moment so many seconds from now. */
  timestamp(seconds?: number): string;
  /** Returns a new event of the type that the run is about. */
  event(): JsonObject;
  /** Makes a delivery: of a new event, sound and new, except for what is given. */
  delivery(differs?: Differs): Delivery;
  send(delivery: Delivery, how?: How): Promise<Exchange>;
  /** Sends half of the delivery and breaks the connection. */
  breakOff(delivery: Delivery): Promise<void>;
  /** Sends a delivery that must be answered with a 2xx and, unless it may be ignored, be processed once in all. */
  takes(delivery: Delivery, how?: How): Promise<void>;
  /** Sends a delivery that must be answered with a 4xx, and not be processed. */
  refuses(delivery: Delivery): Promise<void>;
  /** Sends a delivery that may be taken or refused, but must not break the receiver. */
  survives(delivery: Delivery): Promise<void>;
  breach(message: string, exchange: Exchange | null): void;
  warn(message: string, exchange: Exchange | null): void;
  /** Holds the headers on which the receiver fails. */
  readonly failingHeaders: Readonly<Record<string, string>>;
}

export type Differs = Partial<Omit<DeliveryOptions, 'standardWebhooks' | 'body'>> & { readonly body?: Buffer | JsonObject };

export interface How {
  readonly method?: 'POST' | 'PUT';
  /** Is true if the body comes in two pieces with a pause. */
  readonly inPieces?: true;
  /** Is true if the receiver need not process the delivery. */
  readonly mayBeIgnored?: true;
}

export const isTaken = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 300;

export const isRefused = ({ response }: Exchange): boolean => response.status >= 400 && response.status < 500;

/** Says what came back. A status of 0 stands for no answer, with the reason as its text. */
export const answerOf = ({ response }: Exchange): string => (response.status === 0 ? response.text : `it answered ${response.status}`);

type About = Omit<Vector, 'run' | 'rule'> & { readonly why: string };

/** Makes a vector of one delivery that must be taken. */
export const taken = ({ why, ...vector }: About, make: (probe: Probe) => Delivery, how?: How): Vector => ({
  ...vector,
  rule: `Answer 2xx. ${why}`,
  run: (probe) => probe.takes(make(probe), how),
});

/** Makes a vector of one delivery that must be refused. */
export const refused = ({ why, ...vector }: About, make: (probe: Probe) => Delivery): Vector => ({
  ...vector,
  rule: `Refuse with a 4xx, best 401, and do nothing. ${why}`,
  run: (probe) => probe.refuses(make(probe)),
});
