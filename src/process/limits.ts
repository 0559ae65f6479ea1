/**
 * The numbers of the contract and of the service. A number of the contract cites its rule; one that the service chose
 * states its reason.
 */

const KiB = 1024;
const MiB = 1024 * KiB;

/** The limits of a tenant until its operator sets others. */
export const defaultTenantLimits = {
  /** Limits writes (`L-RATE-01`). */
  writesPerMinute: 60,
  /** Limits reads (`L-RATE-02`). */
  readsPerMinute: 120,
  /** Limits concurrent calls (`L-CONCURRENT-01`). The contract gives no number, and ten is the service's choice. */
  concurrentCalls: 10,
  /** Limits deliveries of call.completed, sms.received and lead.qualified (`L-BUCKET-01`). */
  callEventsPerMinute: 100,
  /** Limits deliveries of sms.delivered and sms.failed (`L-BUCKET-02`). */
  textEventsPerMinute: 600,
} as const;

/** Variables are limited by number and by size (`L-VARIABLES-01`, `L-VARIABLES-02`). */
export const maxVariables = 100;
export const maxVariableBytes = 4 * KiB;
/** Metadata is limited by size (`L-METADATA-01`). */
export const maxMetadataBytes = 16 * KiB;
/** Idempotency keys are kept for this time (`L-IDEM-02`). */
export const idempotencyRetentionHours = 24;
/** A signed recording URL is valid this long (`L-RECORDING-01`). */
export const recordingUrlSeconds = 15 * 60;
/** A tenant's endpoints and triggers are limited (`L-ENDPOINTS-01`, `L-TRIGGERS-01`). */
export const maxWebhookEndpoints = 10;
export const maxAutomationTriggers = 25;
/** A delivery succeeds if a 2xx comes within this time (`L-TIMEOUT-01`). */
export const deliveryTimeoutMs = 10_000;
/** A delivery has this many attempts (`L-ATTEMPTS-01`). */
export const maxAttempts = 6;
/**
 * The delays between attempts (`V-SEND-04`). There are six delays and six attempts, the first of them immediate, so the
 * sixth delay is never reached.
 */
export const retryDelaysSeconds = [60, 300, 1_800, 7_200, 21_600, 86_400] as const;
export const retryJitter = 0.25;
/** A retry that is due starts within this time, so that it starts within its jitter: a process that has nothing to do looks every second. */
export const retryStartMs = 2_000;
/** A transcript in a webhook has this length with its ending (`L-TRANSCRIPT-01`). */
export const maxWebhookTranscriptLength = 10_000;
export const truncatedEnding = '...[truncated]';
/** The limit on customFields in webhooks counts characters of compact JSON (`L-CUSTOM-01`). */
export const maxCustomFieldsLength = 16 * KiB;
/** `since` reaches back this far at most (`L-SINCE-01`). */
export const deliveriesLookbackDays = 30;
/** Finished deliveries of sms.delivered and sms.failed are deleted after this time (`L-RETENTION-01`). */
export const textDeliveryRetentionDays = 30;
/**
 * The contract gives no retention for other deliveries. 90 days is the service's choice, and the least is the 30 that a
 * list looks back.
 */
export const deliveryRetentionDays = { default: 90, least: 30 } as const;
/** Entries of the audit log are kept this many days, so that a year can be looked back at. */
export const auditLogRetentionDays = 400;
/** Stands for the number of an erased person in calls and texts: E.164 in form, with a country code that nobody has. */
export const erasedPhoneNumber = '+999';
/** Receivers refuse a timestamp that is further off (`L-TOLERANCE-01`). */
export const signatureToleranceSeconds = 300;

/**
 * The limit keeps a wallet's balance plus the holds of its running calls, up to 7.2 million units of the currency, a
 * safe integer in JavaScript.
 */
export const maxBalanceMicros = 9_000_000_000_000_000;

/** A larger body is not read at all, where the document of its operation names no other limit. */
export const maxBodyBytes = 1 * MiB;
/**
 * A tenant's body with more members of objects, or more objects, arrays and members, is not parsed: 4 MB of them would take over a second of
 * everybody's time, and sixty may come in a minute. Variables and metadata of the largest call have 86,000 members at most, all of them
 * `{"":`, or 213,000 parts, all of them `[]`.
 */
export const mostPublicBodyParts = { members: 90_000, all: 250_000 };
/** A larger JSON body waits for its turn before it is parsed. It may take milliseconds. */
export const largeBodyBytes = 64 * KiB;
/** A provider's report of a two-hour call holds each word twice, and its messages as well. */
export const maxCallbackBodyBytes = 4 * MiB;
/** Callbacks whose bodies are arriving hold this much memory together in one process. */
export const maxArrivingCallbackBytes = 64 * MiB;
/** An IP address may make this many failed authentications in a minute. */
export const failedAuthenticationsPerMinute = 1_200;

/**
 * A request may take this long in the service, without the arrival of its body. It is below the 10 s that a webhook's
 * receiver has.
 */
export const requestSeconds = 8;
/** An operator may give requests this long. */
export const longestRequestSeconds = 60;
/** After its deadline a request waits this long for what it took to be given back; giving back goes on after that. */
export const giveBackGraceMs = 1_000;

/** A provider's ids and numbers have a few dozen characters. A longer value is none, and would not fit an index. */
export const maxProviderIdLength = 255;
/** A provider that has not answered after this time is asked for the call by the service's id. */
export const placementTimeoutMs = 5_000;
/** A process that dies while it dials leaves its idempotency key locked this long. */
export const dialLeaseMs = 30_000;
/**
 * A process that dies during a write within the database leaves its key locked this long. A request that takes longer
 * loses its key and undoes its write.
 */
export const writeLeaseMs = 5_000;
/**
 * A provider lists a call at the latest this long after the request to dial. An earlier look-up that finds nothing
 * proves nothing.
 */
export const placementGraceMs = 60_000;
/** After that, this many look-ups must find nothing before a call counts as never dialled. */
export const negativeLookUps = 2;
/** A call of unknown fate is looked for at this interval. */
export const unknownFateCheckMs = 10_000;
/** A call of unknown fate may keep its permit, its hold and its key this long after its acceptance, in service time. */
export const placementDeadlineMs = 10 * 60_000;
/** If the process that asked for a hang-up died, the hang-up of a live call is repeated after this time. */
export const hangUpLapseMs = 60_000;
/** A hang-up that is owed, or that did not reach the provider, is tried again after this time. */
export const endAgainMs = 5_000;
/** The provider is asked about a live call that is silent for this long. */
export const silentCallMs = 60_000;
/** A provider's clock and ours may differ by this much. */
export const clockSkewMs = 5 * 60 * 1_000;
/** This is the maximum duration of a call, as the provider is told. Some minutes later the reconciler fails the call. */
export const maxCallMs = 2 * 60 * 60 * 1_000;
/** An ended call waits this long for its analysis (and its recording) before its event goes out without. */
export const analysisDeadlineMs = 60_000;
/** An extraction schema may cost this much CPU time and memory in the thread that compiles it and validates with it. */
export const extractionCompileCpuMs = 2_000;
export const extractionValidationCpuMs = 250;
export const extractionWorkerMegabytes = 128;
/** This many schemas of one tenant may wait to be compiled, as many as its usual writes of a minute. */
export const maxWaitingSchemas = 60;
/**
 * Subschemas are limited as the extraction schema is written, and with each `$ref` counted as all that it refers to. A
 * schema below the limits compiles in half of the permitted CPU time, and mostly in a tenth.
 */
export const maxSubschemas = 1_000;
export const maxExpandedSubschemas = 10_000;

/** An endpoint may have 20 headers of 4 KB in all. */
export const maxEndpointHeaders = 20;
export const maxEndpointHeaderBytes = 4 * KiB;
/** This much of a receiver's answer is read, and this much of that is kept. */
export const maxReceiverBodyBytes = 64 * KiB;
export const keptReceiverBodyBytes = 1 * KiB;
/** No more pieces of it are read, such as chunks: one of a byte takes as long as one of a thousand. */
export const maxReceiverBodyPieces = 2_000;

/** A claimed or handed-over delivery that has not been started after this time goes back. */
export const deliveryBufferMs = 15_000;
/**
 * A delivery belongs to one process this long: the wait in memory, the attempt, and time to write the outcome. The
 * dispatcher checks this when it starts.
 */
export const deliveryLeaseMs = 60_000;
export const deliveryLeaseSlackMs = 10_000;
/** After this many claims without an outcome a delivery is suspected of killing its processes, and rests an hour. */
export const poisonClaims = 20;
/** A delivery rests this long if its endpoint or trigger is switched off, or if it is suspected of killing processes. */
export const parkedMs = 60 * 60 * 1_000;

/** The provider is asked about a text without a report for this long, then each time after twice the interval. */
export const silentTextMs = 60_000;
export const longestTextSilenceMs = 6 * 60 * 60 * 1_000;
/** A text whose send request got no answer is looked for after this time. */
export const unansweredTextMs = 30_000;
/** Carriers give up within three days, so no report is expected after this time. */
export const textGivenUpMs = 3 * 24 * 60 * 60 * 1_000;

/**
 * An event may be reported this late, and another machine's clock may be this far ahead. Weekly partitions are made a
 * week back.
 */
export const maxEventAgeMs = 7 * 24 * 60 * 60 * 1_000;
export const maxEventLeadMs = 5 * 60 * 1_000;
/** One page of a search reads this many deliveries or calls at most, which bounds its time for all filters. */
export const maxSearched = 20_000;
/** A bulk replay takes this many deliveries at a time; the number is small so that its locks are short. */
export const replayBatch = 50;
