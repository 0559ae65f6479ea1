import type { Schemas } from '../link/api.ts';
import { clear, type Model, take } from './model.ts';
import type { Entry } from './rows.ts';

/**
 * The timeline's stream into the model. Each connection begins with all that is remembered, so the model is emptied first:
 * a simulator that started anew counts from 1 again, and would hold back what the browser claims to have seen.
 */
export interface Stream {
  close(): void;
}

export type Connection = 'connecting' | 'live' | 'lost';

const reconnectMs = 1_000;

/** The stream names its events, so that each must be listened to. The compiler knows them from the document. */
const kinds: readonly Schemas['TimelineEntry']['kind'][] = [
  'provider.request',
  'provider.answer',
  'dial',
  'call.state',
  'callback.sent',
  'callback.withheld',
  'control.end-call',
  'text.request',
  'text.answer',
  'text.accepted',
  'text.state',
  'text.callback',
  'text.withheld',
  'text.received',
  'text.inbound',
  'receiver.created',
  'delivery',
  'delivery.answered',
  'time.paced',
  'time.moved',
  'fault.set',
  'fault',
  'fault.answered',
  'breach',
  'reset',
];

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
    for (const kind of kinds)
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
