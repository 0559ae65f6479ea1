import type { ComponentChildren } from 'preact';
import { useErrorBoundary, useState } from 'preact/hooks';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { refusalOf } from './refusal.ts';
import type { Asked } from './use-answer.ts';

/** Shows the answer, or why there is none; an older answer stays beside the reason. */
export function Answered<Body>({
  asked: { body, refusal },
  children,
}: {
  asked: Asked<Body>;
  children: (body: Body) => ComponentChildren;
}) {
  const [failed, setFailed] = useState<{ readonly body: Body | null; readonly words: string } | null>(null);
  useErrorBoundary((error: unknown) => setFailed({ body, words: refusalOf(error).message }));
  // The next answer may be one that can be shown.
  if (failed !== null && failed.body === body) return <Problem>{failed.words}</Problem>;
  return (
    <>
      {refusal && <Problem>{refusal.message}</Problem>}
      {body === null ? refusal === null && <p class="muted">Asking …</p> : <Shown body={body}>{children}</Shown>}
    </>
  );
}

/** Is a component of its own, because none catches what fails in itself. */
const Shown = <Body,>({ body, children }: { body: Body; children: (body: Body) => ComponentChildren }) => <>{children(body)}</>;
