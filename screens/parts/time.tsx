/** In UTC, as in every log. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return <span class="muted">–</span>;
  return (
    <time class="mono" dateTime={at} title={at}>
      {at.slice(0, 10)} {at.slice(11, 19)}Z
    </time>
  );
}
