import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { answer, letGo, startChild } from '../stage/child.ts';

/** A collector in its own process that takes spans over OTLP and only counts them. */
export interface Collector {
  readonly url: string;
  /** Returns how many spans have arrived since its last call. */
  spans(): Promise<number>;
  close(): void;
}

export async function startCollector(): Promise<Collector> {
  const child = startChild(new URL(import.meta.url));
  const { port } = await answer<{ port: number }>(child);
  return {
    url: `http://127.0.0.1:${port}`,
    async spans() {
      const told = answer<{ spans: number }>(child);
      child.send('spans?');
      return (await told).spans;
    },
    close: () => letGo(child),
  };
}

/** Serves without parsing the JSON, which would take more CPU than the export itself. */
function serve(): void {
  let spans = 0;
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) spans += 1;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on('message', () => {
    process.send?.({ spans });
    spans = 0;
  });
  process.on('disconnect', () => process.exit());
}

/** The mark appears once in each span: a parent's id has another name. */
const mark = '"spanId":"';

if (process.argv[1] === fileURLToPath(import.meta.url)) serve();
