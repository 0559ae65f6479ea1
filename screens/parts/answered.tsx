import type { ComponentChildren } from 'preact';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import type { Asked } from './use-answer.ts';

/** Shows the answer, or why there is none; an older answer stays beside the reason. */
export function Answered<Body>({ asked, children }: { asked: Asked<Body>; children: (body: Body) => ComponentChildren }) {
  return (
    <>
      {asked.refusal && <Problem>{asked.refusal.message}</Problem>}
      {asked.body === null ? asked.refusal === null && <p class="muted">Asking …</p> : children(asked.body)}
    </>
  );
}
