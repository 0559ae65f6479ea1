import type { OperatorOperation } from '../operation.ts';
import { newSessionCookie, noSessionCookie } from '../process/operator-session.ts';

export const createSession: OperatorOperation<'createSession'> = async ({ config, clock }) => ({
  status: 204,
  headers: { 'Set-Cookie': newSessionCookie(config, clock.realNow()) },
});

export const endSession: OperatorOperation<'endSession'> = async () => ({ status: 204, headers: { 'Set-Cookie': noSessionCookie } });
