/** Offers the run, its HTTP and its timeline as files. */
export function TakeAlong() {
  return (
    <section class="card" aria-label="Take along">
      <h3>Take along</h3>
      <div class="chips">
        <a class="chip" href="/har" download="ringpost.har">
          HTTP as HAR
        </a>
        <a class="chip" href="/timeline?format=ndjson" download="timeline.ndjson">
          Timeline as NDJSON
        </a>
        <a class="chip" href="/run" download="run.json">
          Run as a file
        </a>
      </div>
    </section>
  );
}
