import { span } from '../frame/format.ts';
import { Facts } from '../frame/parts.tsx';
import type { PlacedCall } from '../take-along/curl.ts';

export function ServiceView({ call }: { call: ServiceCall }) {
  return (
    <section class="block" aria-label="What the service says">
      <h3>What the service says</h3>
      <Facts
        rows={[
          ['Status', call.status],
          ['Outcome', call.outcome ?? '–'],
          ['Ended', call.endedReason ?? '–'],
          ['Talked', call.durationSeconds === null ? '–' : span(call.durationSeconds)],
          ...(call.extraction ? ([['Extracted', <code key="extracted">{JSON.stringify(call.extraction)}</code>]] as const) : []),
          ...(call.extractionError ? ([['Extraction', call.extractionError]] as const) : []),
        ]}
      />
    </section>
  );
}

/** The service's view of a call (`readCall`), with the fields that are shown. */
export interface ServiceCall extends PlacedCall {
  readonly status: string;
  readonly outcome: string | null;
  readonly endedReason: string | null;
  readonly durationSeconds: number | null;
  readonly transcript: string | null;
  readonly extraction: unknown;
  readonly extractionError: string | null;
}
