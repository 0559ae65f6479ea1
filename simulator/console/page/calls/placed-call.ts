import { useEffect, useRef } from 'preact/hooks';
import type { Listing } from '../list/listing.ts';
import type { Model } from '../timeline/model.ts';

/** Selects the call that was just placed once the provider knows it. Returns a function that takes the call's id. */
export function usePlacedCall(model: Model, { choose }: Listing): (callId: string) => void {
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    const call = awaited.current === null ? undefined : model.callOf.get(awaited.current);
    if (!call) return;
    awaited.current = null;
    choose('calls', call.key, { see: 'list' });
  });
  return (callId) => {
    awaited.current = callId;
  };
}
