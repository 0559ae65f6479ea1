import { useEffect, useState } from 'preact/hooks';
import { span } from '../frame/format.ts';
import { Facts } from '../frame/parts.tsx';
import { get, sentenceOf } from '../link/api.ts';
import type { Service } from '../link/service.ts';
import type { PlacedCall } from '../take-along/curl.ts';
import type { CallRow } from '../timeline/rows.ts';

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

/** Returns the service's own view of a call, which is read again after each event of the call. */
export function useServiceCall(
  { callId }: CallRow,
  service: Service | null | undefined,
  happened: number,
): { call: ServiceCall | null; problem: string | null } {
  const [call, setCall] = useState<ServiceCall | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!service?.canCall || callId === null) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      get<{ call: ServiceCall }>(`/console/calls/${callId}`).then(
        (answer) => {
          if (!isCurrent) return;
          setCall(answer.call);
          setProblem(null);
        },
        (error: unknown) => isCurrent && setProblem(`What the service knows of this call could not be read: ${sentenceOf(error)}`),
      );
    }, settleMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [callId, service, happened]);
  return { call, problem };
}

/** Events come in bursts, so one read follows each burst. */
const settleMs = 300;

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
