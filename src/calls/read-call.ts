import type { Context } from '../context.ts';
import { groupCommit } from '../db/group-commit.ts';
import { callNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { onceFor } from '../process/once-for.ts';
import { sharedContext } from '../request-context.ts';
import { callWithRecordingText } from './call.ts';
import { type CallRow, findShownCalls, type WantedCallId } from './calls.ts';

/** GET /calls/:id: only a call of this tenant that was placed through this API. */
export const readCall: PublicOperation<'readCall'> = async (context, caller, request) => {
  const call = await readTogether(sharedContext(context))({ tenantId: caller.tenantId, callId: request.path.id });
  if (!call) throw callNotFound();
  request.about.callId = call.id;
  return { status: 200, rawJson: callWithRecordingText(call, await recordingUrl(context, call)) };
};

/** One statement for all who read at the time. */
const readTogether = onceFor(({ db }: Context) =>
  groupCommit((wanted: readonly WantedCallId[]) => db.reading(({ engine }) => findShownCalls(engine, wanted))),
);

/** Signed anew on each read, so that every reader has the full fifteen minutes. */
async function recordingUrl(context: Context, call: Pick<CallRow, 'recording_state' | 'recording_key'>): Promise<string | null> {
  if (call.recording_state !== 'stored' || call.recording_key === null) return null;
  return context.recordings.signedUrl(call.recording_key, context.clock.now());
}
