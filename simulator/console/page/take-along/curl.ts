/**
 * Writes what the user can copy from the console: a command, a scenario, a test. Keys are never included: they stay in
 * the environment.
 */

export interface PlacedCall {
  readonly agentId: string;
  readonly phoneNumber: string;
  readonly variables?: unknown;
  readonly metadata?: unknown;
}

export function curlOfCall(serviceUrl: string, call: PlacedCall): string {
  return [
    `curl -s ${serviceUrl}/api/v1/public/calls \\`,
    '  -H "Authorization: Bearer $RINGPOST_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  --data-raw ${shellQuoted(JSON.stringify(call))}`,
  ].join('\n');
}

export interface Delivered {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers of the sender's connection, which do not belong to the webhook. */
const ofTheConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding', 'traceparent']);

/** Returns a command that sends the exact bytes and signature to another receiver. */
export function curlOfDelivery(url: string, { method, headers, body }: Delivered): string {
  const kept = Object.entries(headers).filter(([name]) => !ofTheConnection.has(name));
  return [
    `curl -i -X ${method} ${shellQuoted(url)} \\`,
    ...kept.map(([name, value]) => `  -H ${shellQuoted(`${name}: ${value}`)} \\`),
    `  --data-raw ${shellQuoted(body)}`,
  ].join('\n');
}

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
