import type { components } from '../../../../src/contract/generated/public.ts';
import { span } from '../frame/format.ts';
import { Facts } from '../frame/parts.tsx';

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

/** The service's view of a call. */
export type ServiceCall = components['schemas']['Call'];
