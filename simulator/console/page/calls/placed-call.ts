import { useEffect, useRef } from 'preact/hooks';
import { here } from '../frame/address.ts';
import type { Listing } from '../list/listing.ts';
import type { Model } from '../timeline/model.ts';

/**
 * Selects the call that was just placed once the provider knows it, unless something else was chosen meanwhile: a call may wait long for its
 * turn. Returns a function that takes the call's id.
 */
export function usePlacedCall(model: Model, { choose }: Listing): (callId: string) => void {
  const awaited = useRef<{ readonly callId: string; readonly path?: string } | null>(null);
  useEffect(() => {
    if (awaited.current === null) return;
    const path = here().path.join('/');
    const call = model.callOf.get(awaited.current.callId);
    if (path !== (awaited.current.path ?? path)) awaited.current = null;
    else if (!call) awaited.current = { ...awaited.current, path };
    else {
      awaited.current = null;
      choose('calls', call.key, { see: 'list' });
    }
  });
  return (callId) => {
    awaited.current = { callId };
  };
}
