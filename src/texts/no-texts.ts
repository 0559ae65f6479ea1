import type { TextProvider } from './text-provider.ts';

/** The provider where none has been set up. Sending is refused before it comes here, and no callback is accepted. */
export const noTexts: TextProvider = {
  name: 'none',
  isReady: false,
  send: async () => ({ kind: 'unavailable', raw: notSetUp }),
  findSent: async () => ({ kind: 'unreachable', raw: notSetUp }),
  listReceived: async () => ({ kind: 'unreachable', raw: notSetUp }),
  snapshot: async () => ({ kind: 'unreachable', raw: notSetUp }),
  readStatus: () => ({ ok: false, why: 'bad_signature' }),
  readInbound: () => ({ ok: false, why: 'bad_signature' }),
};

const notSetUp = 'No text provider has been set up.';
