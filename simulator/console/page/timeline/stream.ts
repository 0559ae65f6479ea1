import { clear, type Model, take } from './model.ts';
import type { Entry, Kind } from './rows.ts';

/**
 * The timeline's stream into the model. Each connection begins with all that is remembered, so the model is emptied first:
 * a simulator that started anew counts from 1 again, and would hold back what the browser claims to have seen.
 */
export interface Stream {
  close(): void;
}

export type Connection = 'connecting' | 'live' | 'lost';

const reconnectMs = 1_000;

/** The stream names its events, so that each must be listened to; the compiler misses one that the document has and this has not. */
const kinds: Readonly<Record<Kind, true>> = {
  'provider.request': true,
  'provider.answer': true,
  dial: true,
  'call.state': true,
  'callback.sent': true,
  'callback.withheld': true,
  'control.end-call': true,
  'text.request': true,
  'text.answer': true,
  'text.accepted': true,
  'text.state': true,
  'text.callback': true,
  'text.withheld': true,
  'text.received': true,
  'text.inbound': true,
  'receiver.created': true,
  delivery: true,
  'delivery.answered': true,
  'time.paced': true,
  'time.moved': true,
  'fault.set': true,
  fault: true,
  'fault.answered': true,
  'service.request': true,
  'service.answer': true,
  breach: true,
  reset: true,
};

export function follow(model: Model, told: { changed(): void; connection(state: Connection): void }): Stream {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawing = 0;

  /** One drawing for all that came since the last. */
  const draw = (): void => {
    if (drawing !== 0) return;
    drawing = requestAnimationFrame(() => {
      drawing = 0;
      told.changed();
    });
  };
  const connect = (): void => {
    source = new EventSource('/timeline/stream');
    source.onopen = () => {
      clear(model);
      told.connection('live');
      draw();
    };
    source.onerror = () => {
      source.close();
      told.connection('lost');
      timer = setTimeout(connect, reconnectMs);
    };
    for (const kind of Object.keys(kinds))
      source.addEventListener(kind, (event) => {
        take(model, JSON.parse(event.data) as Entry); // as the simulator's document says
        draw();
      });
  };
  connect();

  return {
    close() {
      source.close();
      clearTimeout(timer);
      cancelAnimationFrame(drawing);
    },
  };
}
