import { WebhookList } from '../deliveries/webhook-list.tsx';
import type { Expected } from '../expectations/expectation.ts';
import { Button } from '../frame/button.tsx';
import { Conversation } from '../frame/conversation.tsx';
import { storyName } from '../frame/format.ts';
import { CopyButton, DetailHead, Problem } from '../frame/parts.tsx';
import { useWork } from '../frame/use-work.ts';
import type { Schemas } from '../link/api.ts';
import { settleMs, useReading } from '../link/reading.ts';
import type { Service } from '../link/service.ts';
import { curlOfCall, type PlacedCall } from '../take-along/curl.ts';
import type { PlayedCall } from '../take-along/played-call.ts';
import { scenarioOfCall } from '../take-along/scenario.ts';
import { testOfCall } from '../take-along/test.ts';
import { Happened, withDeliveries } from '../timeline/happened.tsx';
import type { CallRow } from '../timeline/rows.ts';
import { callStanding, isLive } from './call-standing.ts';
import { playedCall } from './played-call.ts';
import { type ServiceCall, ServiceView } from './service-call.tsx';

/** One call: its state, the service's result, its webhooks, and everything that happened, in order. */
export interface CallDetailProps {
  readonly call: CallRow;
  readonly service: Service | null | undefined;
  readonly seed: number;
  readonly scenario: Schemas['Scenario'] | undefined;
  readonly onDelivery: (key: string) => void;
  readonly onExpect: (expected: Expected) => void;
  readonly hangUp: () => Promise<void>;
}

export function CallDetail({ call, service, seed, scenario, onDelivery, onExpect, hangUp }: CallDetailProps) {
  const told = useToldCall(call, service);
  const recordingUrl = useRecording(call);
  const live = isLive(call);
  return (
    <article class="detail">
      <DetailHead title={storyName(call.scenario)} standing={callStanding(call)} names={`${call.number} · ${call.callId ?? 'no call id'}`}>
        <div class="actions">
          <HangUp canHangUp={live && service?.canCall === true && call.callId !== null} hangUp={hangUp} />
          {call.steps.length > 0 && call.callId !== null && (
            <button type="button" onClick={() => onExpect(statesOf(call.callId ?? '', call))}>
              Expect
            </button>
          )}
          <CallCopies call={call} service={service} seed={seed} scenario={scenario} told={told} />
        </div>
      </DetailHead>
      {(recordingUrl !== null || told.answer?.call.transcript) && (
        <section class="block" aria-label="What was said">
          <h3>What was said</h3>
          <Conversation transcript={told.answer?.call.transcript ?? null} recordingUrl={recordingUrl} />
        </section>
      )}
      <WebhookList deliveries={call.deliveries} onDelivery={onDelivery}>
        {live
          ? 'They come when the call is over.'
          : service === null
            ? 'No service is linked. What the simulator itself has sent for this call is in the timeline.'
            : 'None has come for this call. Has the tenant a trigger, and does its endpoint point here?'}
      </WebhookList>
      {told.problem && <Problem>What the service knows of this call could not be read: {told.problem}</Problem>}
      {told.answer && <ServiceView call={told.answer.call} />}
      <Happened entries={withDeliveries(call)} from={call.at} />
    </article>
  );
}

function HangUp({ canHangUp, hangUp }: { canHangUp: boolean; hangUp: () => Promise<void> }) {
  const { isBusy, run } = useWork();
  return (
    <Button class="danger" isOff={!canHangUp || isBusy} onClick={() => void run(hangUp)}>
      Hang up
    </Button>
  );
}

interface CallCopiesProps extends Pick<CallDetailProps, 'call' | 'service' | 'seed' | 'scenario'> {
  readonly told: ReturnType<typeof useToldCall>;
}

/** Copies the call as a request, a scenario or a test. */
function CallCopies({ call, service, seed, scenario, told }: CallCopiesProps) {
  const isToldOf = told.answer !== null || told.problem !== null || service === null || service?.canCall === false || call.callId === null;
  const placed = told.answer && placedCall(told.answer.call, call.number);
  const played: PlayedCall = {
    ...playedCall(call, seed),
    placement: scenario?.placement ?? 'accepted',
    callbacks: scenario?.callbacks ?? 'once',
    outcome: told.answer?.call.outcome ?? null,
    transcript: told.answer?.call.transcript ?? null,
  };
  return (
    <span class="copies">
      <span class="muted">Copy as</span>
      {placed && <CopyButton label="curl" name="Copy as curl" text={() => curlOfCall(service?.url ?? '', placed)} />}
      {isToldOf && <CopyButton label="scenario" name="Copy as scenario" text={() => scenarioOfCall(played)} />}
      {placed && <CopyButton label="test" name="Copy as test" text={() => testOfCall(played, placed, Number(location.port || 80))} />}
    </span>
  );
}

/**
 * Reads the service's own view of a call, and again after each event of the call. Rows that are chosen one after the other are not asked for
 * at once, since each read counts against the tenant's budget.
 */
const useToldCall = ({ callId, entries }: CallRow, service: CallDetailProps['service']) =>
  useReading<{ readonly call: ServiceCall }>(
    service?.canCall && callId !== null ? `/console/calls/${callId}` : null,
    entries.length,
    settleMs,
  );

function useRecording({ steps, providerCallId }: CallRow): string | null {
  const { answer } = useReading<Schemas['Calls']>(steps.at(-1)?.state === 'reported' ? '/calls' : null, 0);
  return pathOf(answer?.calls.find(({ id }) => id === providerCallId)?.recordingUrl ?? null);
}

/** Returns the path of a URL, so that it is loaded from this origin, whichever of its names the page was opened by. */
const pathOf = (url: string | null): string | null => (url === null ? null : new URL(url).pathname);

const statesOf = (call: string, { steps }: CallRow): Expected => ({
  kind: 'states',
  expected: { call, states: steps.map(({ state }) => state).filter((state) => state !== 'reported') },
});

/** Returns the request that placed the call, without absent fields. */
const placedCall = ({ agentId, variables, metadata }: ServiceCall, phoneNumber: string): PlacedCall => ({
  agentId,
  phoneNumber,
  ...(isFilled(variables) && { variables }),
  ...(isFilled(metadata) && { metadata }),
});

const isFilled = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length > 0;
