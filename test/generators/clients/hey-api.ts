import { client } from './client.gen';
import { agentId, apiKey, phoneNumber, tell, variables } from './given';
import { placeCall, readCall } from './sdk.gen';

// The address comes from the document.
client.setConfig({ auth: apiKey });
const placed = await placeCall({ body: { agentId, phoneNumber, variables }, throwOnError: true });
const read = await readCall({ path: { id: placed.data.call.id }, throwOnError: true });
tell(placed.data.call, read.data.call);
