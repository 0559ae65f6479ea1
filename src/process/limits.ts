/**
 * The numbers of the contract, in the order of the specification's Limits table. Each line cites where it comes from;
 * a number that we chose ourselves says on what argument.
 */

const KiB = 1024;
const MiB = 1024 * KiB;

/** What one tenant may do until its operator says otherwise. */
export const defaultTenantLimits = {
  /** Spec, Limits: write rate, per tenant. */
  writesPerMinute: 60,
  /** Spec, Limits: read rate, per tenant. */
  readsPerMinute: 120,
  /** Spec, Limits: "per-tenant cap, not shown". Decided: ten. */
  concurrentCalls: 10,
  /** Spec, Limits: webhook rate bucket 1 (call.completed, sms.received, lead.qualified). */
  callEventsPerMinute: 100,
  /** Spec, Limits: webhook rate bucket 2 (sms.delivered, sms.failed). */
  textEventsPerMinute: 600,
} as const;

/** Spec, Limits: variables. */
export const maxVariables = 100;
export const maxVariableBytes = 4 * KiB;
/** Spec, Limits: metadata. */
export const maxMetadataBytes = 16 * KiB;
/** Spec, Limits: idempotencyKey. */
export const maxIdempotencyKeyLength = 255;
export const idempotencyRetentionHours = 24;
/** Spec, Limits: signed recording URL validity. */
export const recordingUrlSeconds = 15 * 60;
/** Spec, Limits: webhook endpoints and automation triggers per tenant. */
export const maxWebhookEndpoints = 10;
export const maxAutomationTriggers = 25;
/** Spec, Delivery behavior: success is a 2xx within 10 seconds. */
export const deliveryTimeoutMs = 10_000;
/** Spec, Limits: attempts. */
export const maxAttempts = 6;
/** Spec, Delivery behavior: retry schedule. Six delays, six attempts: the first is immediate, so the sixth delay is never reached. */
export const retryDelaysSeconds = [60, 300, 1_800, 7_200, 21_600, 86_400] as const;
export const retryJitter = 0.25;
/** Spec, Limits: transcript in webhook, with its ending counted in. */
export const maxWebhookTranscriptLength = 10_000;
export const truncatedEnding = '...[truncated]';
/** Spec, Limits: customFields in webhook; 16K characters of compact JSON. */
export const maxCustomFieldsLength = 16 * KiB;
/** Spec, Limits: since lookback. */
export const deliveriesLookbackDays = 30;
/** Spec, Limits: sms.delivered and sms.failed deliveries go 30 days after they finish. */
export const textDeliveryRetentionDays = 30;
/** Not shown for the others. Decided: 90 days, and never fewer than the 30 that a list looks back. */
export const deliveryRetentionDays = { default: 90, least: 30 } as const;
/** Spec, Limits: timestamp tolerance for receivers. */
export const signatureToleranceSeconds = 300;

/**
 * A wallet holds no more, so that what it holds and what its running calls have set aside, up to 7.2 million units of the
 * currency, are together still a whole number to JavaScript.
 */
export const maxBalanceMicros = 9_000_000_000_000_000;

/** Above these a body is not read at all. Chosen so that everything the specification refuses with 400 fits below. */
export const maxCallBodyBytes = 4 * MiB;
export const maxBodyBytes = 1 * MiB;
/** A provider's report of a two-hour call holds each word twice, and its messages beside it. */
export const maxCallbackBodyBytes = 4 * MiB;
/** Failed authentications an address may make in a minute before it is told to slow down. */
export const failedAuthenticationsPerMinute = 1_200;

/** How long a request may take on our side, its body's arrival aside. Chosen below the 10 s that a webhook's receiver has. */
export const requestSeconds = 8;
/** How long past its deadline a request waits for what it took to be given back, which goes on after that. */
export const giveBackGraceMs = 1_000;

/** A provider's ids and numbers are a few dozen characters; what is longer is none, and would not fit an index. */
export const maxProviderIdLength = 255;
/** A provider that has not answered by then is asked by our id instead. */
export const placementTimeoutMs = 5_000;
/** A process that dies while it dials leaves its idempotency key locked this long. */
export const dialLeaseMs = 30_000;
/** One that dies at a write that stays within the database. Whoever takes longer finds its key lost, and takes all back. */
export const writeLeaseMs = 5_000;
/** A provider lists a call at the latest this long after it was asked to dial it. A look-up before says nothing if it finds none. */
export const placementGraceMs = 60_000;
/** So many look-ups after that must find nothing before a call counts as never dialled. */
export const negativeLookUps = 2;
/** How often a call of unknown fate is looked for. */
export const unknownFateCheckMs = 10_000;
/** So long after its acceptance the fate of a call may stay unknown with a permit, a hold and a key. In service time. */
export const placementDeadlineMs = 10 * 60_000;
/** A hang-up whose asker died is asked again of a call that is still live this much later. */
export const hangUpLapseMs = 60_000;
/** A live call that is silent this long is asked after. */
export const silentCallMs = 60_000;
/** The longest call there is, as the provider is told; some minutes past it the reconciler fails the call. */
export const maxCallMs = 2 * 60 * 60 * 1_000;
/** How long an ended call waits for its analysis (and its recording) before its event goes out without. */
export const analysisDeadlineMs = 60_000;
/** What a tenant's extraction schema may cost, in the CPU time and memory of the thread that compiles it and validates with it. */
export const extractionCompileCpuMs = 2_000;
export const extractionValidationCpuMs = 250;
export const extractionWorkerMegabytes = 128;
/** Schemas of one tenant that may wait to be compiled: a minute of its usual writes. */
export const maxWaitingSchemas = 60;
/**
 * Subschemas of an extraction schema as it is written, and with each `$ref` counted as all that it refers to. Chosen so that what
 * stays below compiles in half of the CPU time allowed, and mostly in a tenth.
 */
export const maxSubschemas = 1_000;
export const maxExpandedSubschemas = 10_000;

/** Header limits of an endpoint: at most 20, 4 KB in all. */
export const maxEndpointHeaders = 20;
export const maxEndpointHeaderBytes = 4 * KiB;
/** What is read of a receiver's answer, and what of that is kept. */
export const maxReceiverBodyBytes = 64 * KiB;
export const keptReceiverBodyBytes = 1 * KiB;

/** A claimed or handed-over delivery that has not been started by then goes back. */
export const deliveryBufferMs = 15_000;
/** How long a delivery is this process's alone: the wait in memory, the attempt, and room to write the outcome. Checked when the dispatcher starts. */
export const deliveryLeaseMs = 60_000;
export const deliveryLeaseSlackMs = 10_000;
/** Claims without an outcome after which a delivery is suspected of killing whoever tries it, and rests an hour. */
export const poisonClaims = 20;
/** How long a delivery rests whose endpoint or trigger is switched off, or that is poison. */
export const parkedMs = 60 * 60 * 1_000;

/** A text without a report this long is asked after, then each time twice as much later. */
export const silentTextMs = 60_000;
export const longestTextSilenceMs = 6 * 60 * 60 * 1_000;
/** A text whose send got no answer is looked for this much later. */
export const unansweredTextMs = 30_000;
/** Carriers give up within three days; whoever is silent for so long says nothing any more. */
export const textGivenUpMs = 3 * 24 * 60 * 60 * 1_000;

/** How late an event may be reported, and how far another machine's clock may run ahead. Weeks of deliveries are made a week back. */
export const maxEventAgeMs = 7 * 24 * 60 * 60 * 1_000;
export const maxEventLeadMs = 5 * 60 * 1_000;
/** Deliveries that one page of a search looks through: so long a page takes at most, whatever the filters. */
export const maxSearchedDeliveries = 20_000;
/** Deliveries that a bulk replay takes at once: few, so that it holds its locks shortly. */
export const replayBatch = 50;
