import { receiveVapiCallback } from './calls/receive-vapi-callback.ts';
import type { CallbackOperationsTable } from './operation.ts';
import { receiveTwilioInbound } from './texts/receive-twilio-inbound.ts';
import { receiveTwilioStatus } from './texts/receive-twilio-status.ts';

/** `openapi/callbacks.yaml`, operation by operation. */
export const callbackOperations = { receiveVapiCallback, receiveTwilioStatus, receiveTwilioInbound } satisfies CallbackOperationsTable;
