import { useEffect, useReducer, useState } from 'preact/hooks';
import { Model } from './model.ts';
import { type Connection, follow } from './stream.ts';

/** The model that follows the simulator's timeline, and the state of the connection. */
export interface FollowedModel {
  readonly model: Model;
  readonly connection: Connection;
  /** Draws the page again, although nothing came. */
  redraw(): void;
}

export function useFollowedModel(): FollowedModel {
  const model = useState(() => new Model())[0];
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const stream = follow(model, { changed: () => redraw(undefined), connection: setConnection });
    return () => stream.close();
  }, [model]);
  return { model, connection, redraw: () => redraw(undefined) };
}
