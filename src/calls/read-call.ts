import type { Context } from '../context.ts';
import { callNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { callWithRecordingText } from './call.ts';
import { type CallRow, findApiCall } from './calls.ts';

/** GET /calls/:id: only a call of this tenant that was placed through this API. */
export const readCall: PublicOperation<'readCall'> = async (context, caller, request) => {
  const call = await findApiCall(context.db.knex, caller.tenantId, request.path.id);
  if (!call) throw callNotFound();
  return { status: 200, rawJson: callWithRecordingText(call, await recordingUrl(context, call)) };
};

/** Signed anew on each read, so that every reader has the full fifteen minutes. */
async function recordingUrl(context: Context, call: CallRow): Promise<string | null> {
  if (call.recording_state !== 'stored' || call.recording_key === null) return null;
  return context.recordings.signedUrl(call.recording_key, context.clock.now());
}
