import { placeCall, readCall } from './client';
import { agentId, apiKey, phoneNumber, tell, variables } from './given';

// The address comes from the document.
const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
const placed = await placeCall({ agentId, phoneNumber, variables }, { headers });
if (placed.status !== 201) throw new Error(placed.data.error.message);
const read = await readCall(placed.data.call.id, { headers });
if (read.status !== 200) throw new Error(read.data.error.message);
tell(placed.data.call, read.data.call);
