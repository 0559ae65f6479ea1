import type { Context } from '../context.ts';
import { callIds } from '../process/log.ts';
import { after } from '../process/time.ts';
import { beginCallSpan } from '../tracing/call-span.ts';
import { beginClientSpan } from '../tracing/client-span.ts';
import type { Span } from '../tracing/tracing.ts';
import { type Download, type DownloadOptions, download } from './download.ts';
import {
  claimDueRecording,
  type DueRecording,
  isRecorded,
  postponeRecording,
  recordingClaimMs,
  recordingKey,
  removeFromStore,
  settleRecording,
} from './recordings.ts';

/**
 * Fetches a due recording from the provider into the service's own store, and returns how many there were: one or none.
 * The claim commits before the download and is due again if its process dies. A recording that cannot be fetched is
 * tried again with growing pauses, long after the call's events have gone out without it.
 *
 * The provider's own configured host is reached directly; any other host of a recording through the address guard.
 */
export async function fetchRecordingOnce(context: Context): Promise<number> {
  const now = context.clock.now();
  const recording = await claimDueRecording(context.db.knex, now, after(now, recordingClaimMs));
  if (!recording) return 0;
  await fetchRecording(context, recording);
  return 1;
}

const timeoutMs = 60_000;
/** The pauses between tries. After the last the recording is given up, or tried again at that pause while the store cannot be cleared. */
const retryGapsSeconds = [5, 15, 60, 300, 1_800, 7_200, 21_600];
const lastGapSeconds = 21_600;

async function fetchRecording(context: Context, recording: DueRecording): Promise<void> {
  const attempts = recording.recording_attempts + 1;
  const span = beginCallSpan(context.tracing, recording, 'fetch recording', { 'ringpost.recording.attempt': attempts });
  const result = await store(context, recording, span);
  span?.end({ 'error.type': result.kind === 'taken' ? undefined : result.kind });
  context.metrics.recordingFetches.inc({ result: result.kind === 'taken' ? 'stored' : 'failed' });
  const now = context.clock.now();
  if (result.kind === 'taken') {
    const settled = await settleRecording(context.db.knex, recording, { state: 'stored', key: result.value, attempts }, now);
    if (settled === 0) await removeUnlessRecorded(context, recording, result.value);
    else context.log.info({ ...callIds(recording), tenantId: recording.tenant_id, attempts }, 'a recording is stored');
    return;
  }
  const givenUp = (result.kind === 'hopeless' || attempts > retryGapsSeconds.length) && (await nothingIsStored(context, recording));
  const gapSeconds = retryGapsSeconds[attempts - 1] ?? lastGapSeconds;
  context.log.warn({ ...callIds(recording), reason: result.reason, attempts, givenUp }, 'a recording could not be fetched');
  if (givenUp) await settleRecording(context.db.knex, recording, { state: 'failed', key: null, attempts }, now);
  else await postponeRecording(context.db.knex, recording, attempts, after(now, gapSeconds * 1_000));
}

/** Removes what an earlier try may have stored although the store's answer was late or lost: nothing would remove it later. */
async function nothingIsStored(context: Context, recording: DueRecording): Promise<boolean> {
  const { failures } = await removeFromStore(context, [recording]);
  for (const { error } of failures)
    context.log.warn({ ...callIds(recording), err: error }, 'a recording cannot be given up, because the store may have it');
  return failures.length === 0;
}

/** Removes a recording that was stored while its tenant was deleted. One that another process has recorded stays. */
async function removeUnlessRecorded({ db, recordings }: Context, recording: DueRecording, key: string): Promise<void> {
  if (!(await isRecorded(db.knex, recording))) await recordings.remove(key);
}

/**
 * Asks at the address that the provider has named, and where that refuses or has nothing to give, as the holder of the provider's
 * credentials.
 */
async function store(context: Context, recording: DueRecording, span: Span | null): Promise<Download<string>> {
  const beganAt = performance.now();
  const result = await storeFrom(context, recording, { url: recording.recording_source, headers: {}, timeoutMs }, span);
  const guarded = recording.provider_call_id === null ? null : context.voice.recordingOf(recording.provider_call_id);
  if ((result.kind !== 'refused' && result.kind !== 'hopeless') || guarded === null) return result;
  const leftMs = Math.max(1, Math.floor(timeoutMs - (performance.now() - beganAt)));
  return storeFrom(context, recording, { ...guarded, timeoutMs: leftMs }, span);
}

const storeFrom = (
  context: Context,
  recording: DueRecording,
  { url, ...request }: { readonly url: string } & Pick<DownloadOptions<string>, 'headers' | 'timeoutMs'>,
  span: Span | null,
): Promise<Download<string>> =>
  download(url, {
    ...request,
    beginRequest: (sent) => (context.tracing && span ? beginClientSpan(context.tracing, span.context, sent) : null),
    connectTo: (url) => (isProvidersOwn(context, url) ? 'unguarded' : context.guard.connect),
    maxBytes: context.config.maxRecordingBytes,
    async take(content, contentType, signal) {
      const key = recordingKey(recording, contentType);
      await context.recordings.put(key, content, contentType, signal);
      return key;
    },
  });

/** Tells if a URL is on the provider's configured host, which may be in a private network, as the simulator is. */
const isProvidersOwn = ({ config }: Pick<Context, 'config'>, url: URL): boolean => url.origin === new URL(config.vapi.baseUrl).origin;
