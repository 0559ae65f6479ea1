import createClient from 'openapi-fetch';
import { agentId, apiKey, apiUrl, phoneNumber, tell, variables } from './given';
import type { paths } from './schema';

const client = createClient<paths>({ baseUrl: apiUrl, headers: { Authorization: `Bearer ${apiKey}` } });
const placed = await client.POST('/calls', { body: { agentId, phoneNumber, variables } });
if (!placed.data) throw new Error(placed.error.error.message);
const read = await client.GET('/calls/{id}', { params: { path: { id: placed.data.call.id } } });
if (!read.data) throw new Error(read.error.error.message);
tell(placed.data.call, read.data.call);
