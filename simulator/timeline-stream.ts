import { maxQueuedEntries, type SessionLimits } from './limits.ts';
import type { Timeline } from './timeline.ts';

/**
 * Streams the timeline as server-sent events: first the remembered entries (those after `Last-Event-ID`, if the caller
 * sends it), then new ones as they come, until the caller disconnects.
 */
export interface TimelineStreams {
  /** Returns null if the maximum number of readers is connected. */
  open(asked: Pick<Request, 'headers' | 'signal'>): Response | null;
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

/** Makes a stream. `ended` is called once. */
function streamOf(timeline: Timeline, request: Pick<Request, 'headers' | 'signal'>, ended: () => void): Response {
  const after = Number(request.headers.get('last-event-id') ?? 0);
  let leave = nothing;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      const send = (text: string): void => controller.enqueue(encoder.encode(text));
      send(': the timeline of the simulator\n\n');
      for (const entry of timeline.entries) if (entry.seq > after) send(eventOf(entry));
      const stop = (): void => {
        leave();
        controller.close();
      };
      // A reader that does not read is disconnected, since the memory is shared.
      const sendOn = (text: string): void => ((controller.desiredSize ?? 0) < -maxQueuedEntries ? stop() : send(text));
      const unlisten = timeline.listen((entry) => sendOn(eventOf(entry)), stop);
      const heartbeat = setInterval(() => sendOn(':\n\n'), heartbeatMs).unref();
      request.signal.addEventListener('abort', stop, { once: true });
      leave = () => {
        leave = nothing;
        unlisten();
        clearInterval(heartbeat);
        request.signal.removeEventListener('abort', stop);
        ended();
      };
    },
    // The reader closed the stream, so it need not be closed here.
    cancel: () => leave(),
  });
  // Otherwise nginx keeps what it is given until there is a buffer full of it.
  const passedOnAtOnce = { 'x-accel-buffering': 'no' };
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', ...passedOnAtOnce } });
}

/** A proxy closes a connection that says nothing for a while: nginx after 60 s, as it comes, and after 20 s, as `deploy/` has it. */
export const heartbeatMs = 15_000;

const nothing = (): void => undefined;

const eventOf = (entry: { readonly seq: number; readonly kind: string }): string =>
  `id: ${entry.seq}\nevent: ${entry.kind}\ndata: ${JSON.stringify(entry)}\n\n`;
