import type { GuardedVoice } from '../../src/voice/breaker.ts';
import type {
  CallToPlace,
  FindResult,
  GuardedAddress,
  IngestResult,
  ListResult,
  PlaceResult,
  ProviderCall,
  SnapshotResult,
} from '../../src/voice/voice-provider.ts';

/**
 * A voice provider for tests. It accepts every call unless told otherwise, and keeps the requests. A result that is set
 * answers later requests; a function decides for each call.
 */
export interface FakeVoice extends GuardedVoice {
  readonly placed: CallToPlace[];
  readonly ended: ProviderCall[];
  onPlace: (call: CallToPlace) => PlaceResult | Promise<PlaceResult>;
  onFind: (callId: string) => FindResult | Promise<FindResult>;
  onList: () => ListResult;
  onEnd: (call: ProviderCall) => Awaited<ReturnType<GuardedVoice['end']>> | ReturnType<GuardedVoice['end']>;
  onSnapshot: (call: ProviderCall) => SnapshotResult | Promise<SnapshotResult>;
  onIngest: () => IngestResult;
  onRecording: (providerCallId: string) => GuardedAddress | null;
}

export function fakeVoice(): FakeVoice {
  const voice: FakeVoice = {
    name: 'fake',
    placed: [],
    ended: [],
    onPlace: (call) => ({ kind: 'accepted', providerCallId: providerCallId(call.callId), controlUrl: `http://fake.test/${call.callId}` }),
    onFind: () => ({ kind: 'absent' }),
    onList: () => ({ kind: 'calls', calls: [] }),
    onEnd: () => 'ending',
    onSnapshot: () => ({ kind: 'events', events: [] }),
    onIngest: () => ({ ok: false, why: 'malformed' }),
    async place(call) {
      voice.placed.push(call);
      return voice.onPlace(call);
    },
    isAnswering: async () => true,
    pauseMs: async () => 0,
    findByCallId: async (callId) => voice.onFind(callId),
    listCalls: async () => voice.onList(),
    async end(call) {
      voice.ended.push(call);
      return voice.onEnd(call);
    },
    snapshot: async (call) => voice.onSnapshot(call),
    onRecording: () => null,
    recordingOf: (id) => voice.onRecording(id),
    ingest: () => voice.onIngest(),
  };
  return voice;
}

/** Returns the fake's id of a call. */
export const providerCallId = (callId: string): string => `provider-${callId}`;
