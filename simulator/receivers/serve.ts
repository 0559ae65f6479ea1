import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Timers } from '../timers.ts';
import type { Received, Receivers } from './receivers.ts';

/**
 * A delivery over a real socket: taken in whole, judged, answered as the receiver's programme says, which may be not
 * at all.
 */
export async function serveReceiver(
  name: string,
  body: Buffer,
  message: IncomingMessage,
  response: ServerResponse,
  served: Served,
): Promise<void> {
  const received = served.receivers.receive(name, { method: message.method ?? '', headers: headersOf(message), body });
  const { answer } = received.delivery;
  switch (answer.kind) {
    case 'reset':
      message.socket.resetAndDestroy();
      return served.receivers.answered(received, 'reset');
    case 'timeout':
      return whenGone(response, () => served.receivers.answered(received, 'timeout'));
    case 'redirect':
      return send(response, 302, { location: answer.to }, received, served.receivers);
    case 'status':
      if (answer.afterMs === 0) return send(response, answer.status, {}, received, served.receivers);
      return sendLater(response, answer.status, answer.afterMs, received, served);
  }
}

export interface Served {
  readonly receivers: Receivers;
  readonly timers: Timers;
}

function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  received: Received,
  receivers: Receivers,
): void {
  receivers.answered(received, status);
  const body = status === 204 || status === 304 ? undefined : JSON.stringify({ received: received.delivery.number });
  response.writeHead(status, { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers }).end(body);
}

function sendLater(response: ServerResponse, status: number, ms: number, received: Received, { receivers, timers }: Served): void {
  let gone = false;
  const cancel = timers.hold(ms, () => {
    if (!gone) send(response, status, {}, received, receivers);
  });
  whenGone(response, () => {
    if (response.writableEnded) return;
    gone = true;
    cancel();
    receivers.answered(received, 'sender gone');
  });
}

const whenGone = (response: ServerResponse, then: () => void): void => void response.once('close', then);

/** Repeated headers joined as HTTP allows; names in lower case. */
function headersOf(message: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
