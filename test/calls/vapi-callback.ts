import { createHmac } from 'node:crypto';

/** Returns a message of Vapi as `receiveVapiCallback` is given it, signed at that time. */
export function vapiCallback(body: string, { secret, at }: { readonly secret: string; readonly at: Date }) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    path: {},
    query: {},
    about: { requestId: 'test' },
    url: '/callbacks/voice/vapi',
    headers: { 'x-timestamp': timestamp, 'x-signature': signature },
    rawBody: Buffer.from(body),
  };
}
