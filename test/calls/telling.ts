import { applyProviderEvents } from '../../src/calls/progress.ts';
import type { Disposition, ProviderEvent } from '../../src/voice/voice-provider.ts';
import type { TestContext } from '../support/context.ts';
import { providerCallId } from '../support/fake-voice.ts';

/** What a provider says of one of our calls, in the words of tests. Times are seconds after `from`. */
export function telling(callId: string, from: Date) {
  const at = (seconds: number): Date => new Date(from.getTime() + seconds * 1_000);
  const stamp = (seconds: number) => ({ providerCallId: providerCallId(callId), tenantId: null, callId, at: at(seconds) });
  return {
    ringing: (): ProviderEvent => ({ ...stamp(1), kind: 'ringing' }),
    answered: (): ProviderEvent => ({ ...stamp(5), kind: 'answered' }),
    ended: (
      disposition: Disposition,
      endedReason: string,
      { answeredAt = null, endedAt = 47 }: { answeredAt?: number | null; endedAt?: number } = {},
    ): ProviderEvent => ({
      ...stamp(endedAt),
      kind: 'ended',
      disposition,
      endedReason,
      answeredAt: answeredAt === null ? null : at(answeredAt),
      endedAt: at(endedAt),
    }),
    analyzed: (said: Partial<Omit<Extract<ProviderEvent, { kind: 'analyzed' }>, 'kind'>> = {}): ProviderEvent => ({
      ...stamp(50),
      kind: 'analyzed',
      transcript: 'AI: Hello.\nUser: Yes.\n',
      outcome: 'INTERESTED',
      notes: 'Wants an offer.',
      callback: null,
      extraction: null,
      recordingUrl: null,
      ...said,
    }),
  };
}

export type Telling = ReturnType<typeof telling>;

export const tell = (context: TestContext, ...events: ProviderEvent[]): Promise<void> => applyProviderEvents(context, events);

/** The events that left, as their bodies say, oldest first. */
export async function published(context: TestContext): Promise<{ event: string; timestamp: string; data: Record<string, unknown> }[]> {
  const rows: { body: string }[] = await context.db.knex('webhook_events').select('body').orderBy('id');
  return rows.map(({ body }) => JSON.parse(body));
}
