import type { Context } from '../context.ts';
import { callNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { callWithRecordingText } from './call.ts';
import type { CallRow } from './calls.ts';

/** GET /calls/:id shows only a call of this tenant that was placed through this API. */
export const readCall: PublicOperation<'readCall'> = async (context, caller, request) => {
  const call = await context.together.readCall({ tenantId: caller.tenantId, callId: request.path.id });
  if (!call) throw callNotFound();
  request.about.callId = call.id;
  return { status: 200, rawJson: callWithRecordingText(call, await recordingUrl(context, call)) };
};

/** The link is signed anew on each read, so that every reader has the full fifteen minutes. */
export async function recordingUrl(context: Context, call: Pick<CallRow, 'recording_state' | 'recording_key'>): Promise<string | null> {
  if (call.recording_state !== 'stored' || call.recording_key === null) return null;
  return context.recordings.signedUrl(call.recording_key, context.clock.now());
}
