/** Suggests a newcomer's first steps in the place of the details. */
export function FirstSteps({ canCall }: { canCall: boolean }) {
  return (
    <div class="first-steps">
      <h2>{canCall ? 'See a webhook fail and recover' : 'Choose a call or a webhook'}</h2>
      {canCall ? (
        <ol>
          <li>
            Under <strong>How receivers answer</strong>, press <strong>Fails once</strong>.
          </li>
          <li>
            <strong>Place the call.</strong> It rings, talks and ends here.
          </li>
          <li>
            Open its <strong>call.completed</strong>: refused with 500, and why.
          </li>
          <li>
            <strong>Skip to the next attempt</strong>: the retry is a minute away for you, not for the clock.
          </li>
          <li>
            <strong>Replay</strong> it, and compare the attempts byte for byte.
          </li>
        </ol>
      ) : (
        <p>What happened to it and why stands here: each attempt, its verdict, the raw bytes.</p>
      )}
      <p class="muted">
        Press <kbd>?</kbd> for the keys.
      </p>
    </div>
  );
}
