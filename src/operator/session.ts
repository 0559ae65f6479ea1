import type { OperatorOperation } from '../operation.ts';
import { newSessionCookie, noSessionCookie } from '../process/operator-session.ts';

export const createSession: OperatorOperation<'createSession'> = async ({ config, clock }, _request, { token }) => ({
  status: 204,
  headers: { 'Set-Cookie': newSessionCookie({ secretKey: config.secretKey, token }, clock.realNow()) },
});

export const endSession: OperatorOperation<'endSession'> = async () => ({ status: 204, headers: { 'Set-Cookie': noSessionCookie } });
