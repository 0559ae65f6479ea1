import { receiveVapiCallback } from './calls/receive-vapi-callback.ts';
import type { CallbackOperationsTable } from './operation.ts';

/** `openapi/callbacks.yaml`, operation by operation. */
export const callbackOperations = { receiveVapiCallback } satisfies CallbackOperationsTable;
