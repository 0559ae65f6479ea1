/**
 * Every bound of the simulator. What is over is forgotten, the oldest first, unless something else is said; so a
 * simulator that is left alone for a week is as large as it was after its first busy hour.
 */
export interface SessionLimits {
  readonly receivers: number;
  readonly deliveriesPerReceiver: number;
  /** Delivery ids whose attempts a receiver counts. */
  readonly attemptsPerReceiver: number;
  /** Bytes of deliveries' bodies, over all receivers. */
  readonly deliveryBytes: number;
  /** Of those that are over. While so many live, the provider answers 429 to the next. */
  readonly calls: number;
  readonly texts: number;
  readonly optOuts: number;
  readonly timelineEntries: number;
  readonly exchanges: number;
  /** Bytes of their bodies, both directions. */
  readonly exchangeBytes: number;
  /** The first ones are kept: a run that is longer is a load test. */
  readonly runRequests: number;
  readonly runBytes: number;
  readonly faults: number;
  readonly breaches: number;
  /** Calls, messages and events that the ledger knows one by one; of each so many. Its totals go on. */
  readonly ledgerPages: number;
  /** Readers of `GET /timeline/stream`. */
  readonly streams: number;
}

export const defaultSessionLimits: SessionLimits = {
  receivers: 1_000,
  deliveriesPerReceiver: 1_000,
  attemptsPerReceiver: 10_000,
  deliveryBytes: 64 * 1024 * 1024,
  calls: 20_000,
  texts: 20_000,
  optOuts: 200_000,
  timelineEntries: 10_000,
  exchanges: 1_000,
  exchangeBytes: 32 * 1024 * 1024,
  runRequests: 5_000,
  runBytes: 32 * 1024 * 1024,
  faults: 200,
  breaches: 1_000,
  ledgerPages: 200_000,
  streams: 100,
};

/** A session of its own is a test's or a suite's: all of them together come to about three default ones. */
export const namedSessionLimits: SessionLimits = {
  receivers: 50,
  deliveriesPerReceiver: 500,
  attemptsPerReceiver: 1_000,
  deliveryBytes: 4 * 1024 * 1024,
  calls: 1_000,
  texts: 1_000,
  optOuts: 1_000,
  timelineEntries: 2_000,
  exchanges: 200,
  exchangeBytes: 2 * 1024 * 1024,
  runRequests: 500,
  runBytes: 2 * 1024 * 1024,
  faults: 50,
  breaches: 100,
  ledgerPages: 10_000,
  streams: 5,
};

/** Beside the default one. Each reserves a hundred numbers in every block, and a block has a hundred hundreds. */
export const maxSessions = 50;
/** Asked nothing for so long, a session gives its place to one that is opened: its test was killed before it closed it. */
export const sessionIdleMs = 60 * 60 * 1_000;

/** Of a request. Larger than anything the service may send: 100 variables of 4 KiB, and metadata, and a transcript. */
export const maxBodyBytes = 8 * 1024 * 1024;
/** Of an answer to a callback: what is longer is no answer that any document allows. */
export const maxAnswerBytes = 1024 * 1024;
/** Of a body in the HAR. */
export const keptBodyBytes = 64 * 1024;
/** Characters of a text out of a body, and problems of one body, in an entry of the timeline. */
export const keptTextLength = 200;
export const keptProblems = 20;
/** Calls, and texts, in one answer of `GET /calls` and `GET /texts`. */
export const maxListed = 1_000;
/** Entries that wait for a slow reader of the timeline. Beyond them it is dropped: the memory is everybody's. */
export const maxQueuedEntries = 50_000;
/** Of an `endless` body, however patient the other side is. */
export const endlessBytes = 256 * 1024 * 1024;
/** Steps of an own scenario: repeats within repeats come to more than anybody meant. */
export const maxScriptSteps = 10_000;
/** Own scenarios, of calls and of texts each: the blocks from 900 to 999. */
export const firstOwnBlock = 900;
