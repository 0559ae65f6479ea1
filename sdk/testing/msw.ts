/** `@ringpost/testing/msw`: Ringpost's API and its providers' APIs, answered within the process of a test. */
export { type MockedRingpost, mockRingpost } from './msw/mock.ts';
export type { MockedAgent, MockOptions } from './msw/options.ts';
export { type MockedProviders, mockProviders } from './msw/providers.ts';
export { type EventName, type EventTarget, sendEvent } from './msw/send-event.ts';
