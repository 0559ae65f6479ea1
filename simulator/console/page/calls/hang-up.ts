import { post } from '../link/api.ts';

export const hangUpCall = (callId: string): Promise<unknown> => post(`/console/calls/${callId}/end`);
