import type { ComponentChildren } from 'preact';
import { hashOf } from '../../simulator/console/page/frame/address.ts';

/** The fact that leads from a delivery to its call. An event of another kind has none. */
export function callFact({ call_id: id }: Readonly<Record<string, unknown>>): readonly (readonly [string, ComponentChildren])[] {
  if (typeof id !== 'string') return [];
  return [
    [
      'Call',
      <a key="call" href={hashOf(['calls', id])}>
        {id}
      </a>,
    ],
  ];
}
