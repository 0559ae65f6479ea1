import type { TextProvider } from './text-provider.ts';

/** Where no text provider has been set up. Sending is refused before it comes here, and nobody's callback is believed. */
export const noTexts: TextProvider = {
  name: 'none',
  isReady: false,
  send: async () => ({ kind: 'unavailable', raw: notSetUp }),
  findSent: async () => ({ kind: 'unreachable', raw: notSetUp }),
  snapshot: async () => ({ kind: 'unreachable', raw: notSetUp }),
  readStatus: () => ({ ok: false, why: 'bad_signature' }),
  readInbound: () => ({ ok: false, why: 'bad_signature' }),
};

const notSetUp = 'No text provider has been set up.';
