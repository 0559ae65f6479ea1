import { useEffect, useReducer, useState } from 'preact/hooks';
import { Model } from './model.ts';
import { type Connection, follow } from './stream.ts';

/** Returns the model that follows the simulator's timeline, the state of the connection, and what draws the page although nothing came. */
export function useFollowedModel() {
  const [model] = useState(() => new Model());
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => follow(model, { changed: () => redraw(undefined), connection: setConnection }), [model]);
  return { model, connection, redraw: () => redraw(undefined) };
}
