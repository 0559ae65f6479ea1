import { maxQueuedEntries, type SessionLimits } from './limits.ts';
import type { Timeline } from './timeline.ts';

/**
 * The timeline as server-sent events: first what is remembered (after `Last-Event-ID`, where the caller gives one), then
 * everything as it happens, until the caller goes.
 */
export interface TimelineStreams {
  /** Null while as many read it as may. */
  open(request: Request): Response | null;
}

export function timelineStreams(timeline: Timeline, limits: Pick<SessionLimits, 'streams'>): TimelineStreams {
  let readers = 0;
  return {
    open(request) {
      if (readers >= limits.streams) return null;
      readers += 1;
      return streamOf(timeline, request, () => {
        readers -= 1;
      });
    },
  };
}

/** `ended` is called once. */
function streamOf(timeline: Timeline, request: Request, ended: () => void): Response {
  const after = Number(request.headers.get('last-event-id') ?? 0);
  let unlisten = nothing;
  let stop = nothing;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const send = (text: string): void => controller.enqueue(encoder.encode(text));
      send(': the timeline of the simulator\n\n');
      for (const entry of timeline.entries) if (entry.seq > after) send(eventOf(entry));
      const listening = timeline.listen(
        (entry) => {
          // A reader that does not read is dropped: the memory it would cost is everybody's.
          if ((controller.desiredSize ?? 0) < -maxQueuedEntries) stop();
          else send(eventOf(entry));
        },
        () => stop(),
      );
      unlisten = listening;
      stop = () => {
        unlisten();
        unlisten = nothing;
        stop = nothing;
        ended();
        controller.close();
      };
    },
    // The reader closed it: there is nothing left to close.
    cancel() {
      unlisten();
      if (stop !== nothing) ended();
      stop = nothing;
    },
  });
  request.signal.addEventListener('abort', () => stop(), { once: true });
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } });
}

const nothing = (): void => undefined;

const eventOf = (entry: { readonly seq: number; readonly kind: string }): string =>
  `id: ${entry.seq}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`;
