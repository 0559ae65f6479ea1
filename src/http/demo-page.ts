import { BlockList, isIPv6 } from 'node:net';
import type { Demo } from '../process/demo.ts';
import type { ParsedRequest } from './exchange.ts';
import type { Page } from './pages.ts';

/** Gives the demo to a page that a browser of this machine has from this service. Without a demo, and to all others, the answer is 204. */
export const demoPage =
  (demo: () => Demo | null): Page =>
  async (request) => {
    const shown = isOfThisMachine(request) ? demo() : null;
    return shown ? { status: 200, headers: { 'X-Content-Type-Options': 'nosniff' }, body: shown } : { status: 204 };
  };

/**
 * Tells whether a request comes from this machine and names it. A page of another site can point its own name at a loopback address (DNS
 * rebinding), and then names itself in `Host`. A proxy or a tunnel on this machine names the client for which it asks.
 */
function isOfThisMachine({ socket, headers }: ParsedRequest): boolean {
  const { remoteAddress = '' } = socket;
  const isForwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => name in headers);
  return !isForwarded && loopback.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4') && ownName.test(headers.host ?? '');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const ownName = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/i;
