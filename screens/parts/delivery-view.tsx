import type { ComponentChildren } from 'preact';
import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { Answered } from './answered.tsx';
import type { Asked } from './use-answer.ts';

/** The view of one delivery: its way back, its id, and what was answered of it. */
export function DeliveryView<Body>({
  id,
  asked,
  children,
}: {
  id: string;
  asked: Asked<Body>;
  children: (body: Body) => ComponentChildren;
}) {
  return (
    <>
      <p>
        <a href={hashOf(['deliveries'])}>Deliveries</a>
      </p>
      <h1 class="mono wrap">{id}</h1>
      <Answered asked={asked}>{children}</Answered>
    </>
  );
}
