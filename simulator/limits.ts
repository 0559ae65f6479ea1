/**
 * The limits of a simulator's memory. Above them the oldest items are forgotten, unless stated otherwise, so a
 * simulator that runs for a week is as large as after its first busy hour.
 */
export interface SessionLimits {
  readonly receivers: number;
  readonly deliveriesPerReceiver: number;
  /** Limits the delivery ids whose attempts a receiver counts. */
  readonly attemptsPerReceiver: number;
  /** Limits the bytes of deliveries' bodies, over all receivers. */
  readonly deliveryBytes: number;
  /** Limits calls that are over. While as many are live, the provider answers 429 to the next. */
  readonly calls: number;
  readonly texts: number;
  readonly optOuts: number;
  readonly timelineEntries: number;
  readonly exchanges: number;
  /** Limits the bytes of their bodies, in both directions. */
  readonly exchangeBytes: number;
  /** Limits the requests of a run, of which the first ones are kept: a longer run is a load test. */
  readonly runRequests: number;
  readonly runBytes: number;
  readonly faults: number;
  readonly breaches: number;
  /** Limits the calls, the messages and the events that the ledger knows individually. Its totals go on. */
  readonly ledgerPages: number;
  /** Limits the readers of `GET /timeline/stream`. */
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

/** The limits of a session that a test or a suite opens: all of them together take about as much as three default ones. */
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

/**
 * This many sessions may exist beside the default one. Each reserves a hundred numbers in every block, and a block has
 * a hundred hundreds.
 */
export const maxSessions = 50;
/** A session without a request for this long is replaced by a new one: its test was killed before it closed it. */
export const sessionIdleMs = 60 * 60 * 1_000;

/**
 * The limit of a request's body is above everything that the service may send: 100 variables of 4 KiB, metadata, and a
 * transcript.
 */
export const maxBodyBytes = 8 * 1024 * 1024;
/** JSON that is nested deeper is taken for none. The service sends nothing deeper, because it takes no deeper bodies. */
export const maxJsonDepth = 1_000;
/** The limit of an answer to a callback is above every answer that a document allows. */
export const maxAnswerBytes = 1024 * 1024;
/** A body in the HAR is cut to this length. */
export const keptBodyBytes = 64 * 1024;
/** The limit applies to texts from a body (in characters) and to the problems of one body in a timeline entry. */
export const keptTextLength = 200;
export const keptProblems = 20;
/** The ledger knows this many deliveries of one event individually, and as many provider's ids of one call or message. */
export const keptPerPage = 100;
/** One answer of `GET /calls` or `GET /texts` has this many items at most. */
export const maxListed = 1_000;
/** A reader of the timeline with more waiting entries is disconnected, since the memory is shared. */
export const maxQueuedEntries = 50_000;
/** An `endless` body ends after this many bytes, however patient the other side is. */
export const endlessBytes = 256 * 1024 * 1024;
/** Nested repeats of an own scenario may not expand to more steps, and its file may have as many: a call has one for each line. */
export const maxScriptSteps = 10_000;
/** Own scenarios of calls, and those of texts, use the blocks from 900 to 999. */
export const firstOwnBlock = 900;
