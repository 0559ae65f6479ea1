import { useEffect, useReducer, useState } from 'preact/hooks';
import { clear, Model, take } from './model.ts';
import type { Entry } from './rows.ts';
import { says } from './says.ts';

export type Connection = 'connecting' | 'live' | 'lost';

const reconnectMs = 1_000;

/** Returns the model that follows the simulator's timeline, the state of the connection, and what draws the page although nothing came. */
export function useFollowedModel() {
  const [model] = useState(() => new Model());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => follow(model, { changed: () => redraw(undefined), connection: setConnection }), [model]);
  return { model, connection, redraw: () => redraw(undefined) };
}

/**
 * Reads the timeline's stream into the model, until the returned function is called. Each connection begins with all remembered entries, so
 * the model is emptied first: a restarted simulator counts from 1 again, and would leave out entries that the browser claims to have seen.
 */
function follow(model: Model, told: { changed(): void; connection(state: Connection): void }): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawing = 0;

  /** Draws once for all entries since the last drawing. */
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
    // The stream names its events, and each needs a listener.
    for (const kind of Object.keys(says))
      source.addEventListener(kind, (event) => {
        take(model, JSON.parse(event.data) as Entry); // The simulator's document defines the type.
        draw();
      });
  };
  connect();

  return () => {
    source.close();
    clearTimeout(timer);
    cancelAnimationFrame(drawing);
  };
}
