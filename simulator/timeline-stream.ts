import type { Timeline } from './timeline.ts';

/**
 * The timeline as server-sent events: first what is remembered (after `Last-Event-ID`, where the caller gives one), then
 * everything as it happens, until the caller goes.
 */
export function streamOf(timeline: Timeline, request: Request): Response {
  const after = Number(request.headers.get('last-event-id') ?? 0);
  let unlisten = nothing;
  let stop = nothing;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const send = (text: string): void => controller.enqueue(encoder.encode(text));
      send(': the timeline of the simulator\n\n');
      for (const entry of timeline.entries) if (entry.seq > after) send(eventOf(entry));
      const listening = timeline.listen((entry) => {
        // A reader that does not read is dropped: the memory it would cost is everybody's.
        if ((controller.desiredSize ?? 0) < -maxQueued) stop();
        else send(eventOf(entry));
      });
      unlisten = listening;
      stop = () => {
        unlisten();
        unlisten = nothing;
        stop = nothing;
        controller.close();
      };
    },
    // The reader closed it: there is nothing left to close.
    cancel() {
      unlisten();
      stop = nothing;
    },
  });
  request.signal.addEventListener('abort', () => stop(), { once: true });
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } });
}

const nothing = (): void => undefined;

/** Entries that wait for a slow reader. The remembered ones come on top. */
const maxQueued = 50_000;

const eventOf = (entry: { readonly seq: number; readonly kind: string }): string =>
  `id: ${entry.seq}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`;
