import type { ComponentChildren } from 'preact';
import { hashOf } from '../../simulator/console/page/frame/address.ts';

interface Content {
  readonly event?: unknown;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The fact that leads from a delivery to its call. An event of another kind has none, and a dialer's call, which lacks `metadata`, is shown nowhere. */
export function callFact({ event, data }: Content): readonly (readonly [string, ComponentChildren])[] {
  const { call_id: id } = data;
  if (typeof id !== 'string') return [];
  if (event === 'call.completed' && !('metadata' in data)) return [['Call', `${id}, which a dialer made`]];
  return [
    [
      'Call',
      <a key="call" href={hashOf(['calls', id])}>
        {id}
      </a>,
    ],
  ];
}
