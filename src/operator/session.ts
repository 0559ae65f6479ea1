import type { OperatorOperation } from '../operation.ts';
import { newSessionCookie, noSessionCookie } from '../process/operator-session.ts';

export const createSession: OperatorOperation<'createSession'> = async ({ config, clock }, _request, { token, isOverTls }) => {
  const cookie = newSessionCookie({ secretKey: config.secretKey, token }, clock.realNow());
  return { status: 204, headers: { 'Set-Cookie': isOverTls ? `${cookie}; Secure` : cookie } };
};

export const endSession: OperatorOperation<'endSession'> = async () => ({ status: 204, headers: { 'Set-Cookie': noSessionCookie } });
