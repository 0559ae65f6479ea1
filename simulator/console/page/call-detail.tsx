import { useEffect, useState } from 'preact/hooks';
import { get, post, type Schemas, sentenceOf } from './api.ts';
import { callStanding, deliveryStanding, isLive, textStanding } from './explain.ts';
import { exactTime, shortId, span, storyName } from './format.ts';
import { saysOf } from './lists.tsx';
import type { CallRow, DeliveryRow, Entry, TextRow } from './model.ts';
import { Badge, CopyButton, Facts, Mark, Problem, Verbatim } from './parts.tsx';
import type { Service } from './service.ts';
import { curlOfCall, type PlacedCall, type PlayedCall, scenarioOfCall, testOfCall } from './snippets.ts';

/** One call: how it stands, what the service made of it, its webhooks, and everything that happened, in order. */
export interface CallDetailProps {
  readonly call: CallRow;
  readonly service: Service | null | undefined;
  readonly seed: number;
  readonly scenario: Schemas['Scenario'] | undefined;
  readonly version: number;
  readonly onDelivery: (key: string) => void;
  readonly hangUp: () => Promise<void>;
}

/** What the service says of a call (`readCall`), as far as we show it. */
interface ServiceCall extends PlacedCall {
  readonly status: string;
  readonly outcome: string | null;
  readonly endedReason: string | null;
  readonly durationSeconds: number | null;
  readonly transcript: string | null;
  readonly extraction: unknown;
  readonly extractionError: string | null;
}

export function CallDetail({ call, service, seed, scenario, version, onDelivery, hangUp }: CallDetailProps) {
  const standing = callStanding(call);
  const told = useServiceCall(call, service, call.entries.length);
  const recordingUrl = useRecording(call);
  const [isBusy, setIsBusy] = useState(false);
  const live = isLive(call);
  const placed: PlacedCall = {
    agentId: told.call?.agentId ?? 'agt_…',
    phoneNumber: call.number,
    ...(told.call && { variables: told.call.variables, metadata: told.call.metadata }),
  };
  const played: PlayedCall = {
    ...playedCall(call, seed),
    placement: scenario?.placement ?? 'accepted',
    callbacks: scenario?.callbacks ?? 'once',
    outcome: told.call?.outcome ?? null,
    transcript: told.call?.transcript ?? null,
  };
  return (
    <article class="detail" data-version={version}>
      <header class="detail-head">
        <div class="detail-title">
          <h2>{storyName(call.scenario)}</h2>
          <Badge tone={standing.tone}>{standing.word}</Badge>
        </div>
        <p class="mono muted wrap">
          {call.number} · {call.callId ?? 'no call id'}
        </p>
        <div class="actions">
          <button
            type="button"
            class="danger"
            disabled={!live || !service?.canCall || call.callId === null || isBusy}
            onClick={() => {
              setIsBusy(true);
              void hangUp().finally(() => setIsBusy(false));
            }}
          >
            Hang up
          </button>
          <CopyButton label="as curl" text={() => curlOfCall(service?.url ?? '$RINGPOST_URL', placed)} />
          <CopyButton label="as scenario" text={() => scenarioOfCall(played)} />
          <CopyButton label="as test" text={() => testOfCall(played, placed, Number(location.port || 80))} />
        </div>
      </header>
      {recordingUrl && (
        <section class="block" aria-label="Recording">
          <h3>Recording</h3>
          {/* biome-ignore lint/a11y/useMediaCaption: it is beeps; what was said is in the transcript below. */}
          <audio controls preload="none" src={recordingUrl} />
        </section>
      )}
      <WebhookList deliveries={call.deliveries} onDelivery={onDelivery}>
        {live
          ? 'They come when the call is over.'
          : 'None has come for this call. Has the tenant a trigger, and does its endpoint point here?'}
      </WebhookList>
      {told.problem && <Problem>{told.problem}</Problem>}
      {told.call && <ServiceView call={told.call} />}
      <Happened entries={withDeliveries(call)} from={call.at} />
    </article>
  );
}

/** What the timeline alone knows of it. */
function playedCall(call: CallRow, seed: number): Omit<PlayedCall, 'placement' | 'callbacks' | 'outcome' | 'transcript'> {
  return {
    scenario: call.scenario,
    number: call.number,
    endedReason: call.endedReason,
    seed,
    steps: call.steps,
    programmes: [...new Set(call.deliveries.map(({ receiver }) => receiver))].map((receiver) => ({
      receiver,
      answers: answersOf(call.deliveries.filter((delivery) => delivery.receiver === receiver)),
    })),
    events: [...new Set(call.deliveries.flatMap(({ event }) => (event === null ? [] : [event])))],
  };
}

/** In the order they were given, over all the deliveries of the call. */
const answersOf = (deliveries: readonly DeliveryRow[]): readonly (number | string | null)[] =>
  deliveries
    .flatMap(({ attempts }) => attempts)
    .sort((a, b) => a.seq - b.seq)
    .map(({ answered }) => answered);

/** The service's own view, looked at again whenever something happened to the call. */
function useServiceCall(
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

/** Things happen in bursts; asking once after each is enough. */
const settleMs = 300;

function useRecording(call: CallRow): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const isReported = call.steps.at(-1)?.state === 'reported';
  useEffect(() => {
    if (!isReported) return;
    get<Schemas['Calls']>('/calls').then(
      ({ calls }) => setUrl(pathOf(calls.find(({ id }) => id === call.providerCallId)?.recordingUrl ?? null)),
      () => undefined,
    );
  }, [isReported, call.providerCallId]);
  return url;
}

/** From this very origin, whichever of its names the page was opened by. */
const pathOf = (url: string | null): string | null => (url === null ? null : new URL(url).pathname);

function ServiceView({ call }: { call: ServiceCall }) {
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
      {call.transcript && (
        <details class="more">
          <summary>Transcript</summary>
          <Verbatim label="Transcript">{call.transcript}</Verbatim>
        </details>
      )}
    </section>
  );
}

function WebhookList({
  deliveries,
  onDelivery,
  children,
}: {
  deliveries: readonly DeliveryRow[];
  onDelivery: (key: string) => void;
  children: string;
}) {
  return (
    <section class="block" aria-label="Webhooks">
      <h3>Webhooks</h3>
      {deliveries.length === 0 && <p class="muted">{children}</p>}
      <ul class="plain">
        {deliveries.map((delivery) => {
          const { tone, word } = deliveryStanding(delivery);
          return (
            <li key={delivery.key}>
              <button type="button" class="link-row" onClick={() => onDelivery(delivery.key)}>
                <Mark tone={tone} />
                <strong>{delivery.event ?? 'unknown event'}</strong>
                <span class="muted">
                  to {delivery.receiver}, {word}
                </span>
                <span class="chevron" aria-hidden="true">
                  ›
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const withDeliveries = ({ entries, deliveries }: CallRow | TextRow): readonly Entry[] =>
  [...entries, ...deliveries.flatMap((delivery) => delivery.entries)].sort((a, b) => a.seq - b.seq);

/** In order, with the distance to the beginning: what a log would say, without its noise. */
export function Happened({ entries, from }: { entries: readonly Entry[]; from: string }) {
  const began = Date.parse(from);
  return (
    <section class="block" aria-label="What happened">
      <h3>What happened</h3>
      <ol class="happened">
        {entries.slice(-200).map((entry) => (
          <li key={entry.seq}>
            <time class="mono muted" dateTime={entry.at} title={exactTime(entry.at)}>
              +{((Date.parse(entry.at) - began) / 1_000).toFixed(2)} s
            </time>
            <span>{saysOf(entry)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function TextDetail({ text, onDelivery }: { text: TextRow; onDelivery: (key: string) => void }) {
  const standing = textStanding(text);
  const body = useTextBody(text);
  return (
    <article class="detail">
      <header class="detail-head">
        <div class="detail-title">
          <h2>{text.direction === 'inbound' ? 'From a contact' : storyName(text.scenario)}</h2>
          <Badge tone={standing.tone}>{standing.word}</Badge>
        </div>
        <p class="mono muted wrap">
          {text.from} → {text.to}
          {text.messageId && ` · ${text.messageId}`}
        </p>
      </header>
      {body !== null && <blockquote class={`bubble ${text.direction}`}>{body}</blockquote>}
      <WebhookList deliveries={text.deliveries} onDelivery={onDelivery}>
        None has come for this text. Has the tenant a trigger for sms events?
      </WebhookList>
      <Happened entries={withDeliveries(text)} from={text.at} />
    </article>
  );
}

/** The timeline carries no bodies. */
function useTextBody({ key }: TextRow): string | null {
  const [body, setBody] = useState<string | null>(null);
  useEffect(() => {
    get<Schemas['Texts']>('/texts').then(
      ({ texts }) => setBody(texts.find(({ sid }) => sid === key)?.body ?? null),
      () => undefined,
    );
  }, [key]);
  return body;
}

export function EntryDetail({ entry, cause, onCause }: { entry: Entry; cause: Entry | undefined; onCause: (seq: number) => void }) {
  return (
    <article class="detail">
      <header class="detail-head">
        <div class="detail-title">
          <h2 class="mono">{entry.kind}</h2>
        </div>
        <p class="muted">
          Entry {entry.seq}, {exactTime(entry.at)}
          {entry.callId && ` · ${shortId(entry.callId)}`}
        </p>
        <div class="actions">
          <CopyButton label="as JSON" text={() => JSON.stringify(entry, null, 2)} />
        </div>
      </header>
      {cause && (
        <section class="block" aria-label="Cause">
          <h3>Because of</h3>
          <button type="button" class="link-row" onClick={() => onCause(cause.seq)}>
            <span class="mono">{cause.kind}</span>
            <span class="muted">{saysOf(cause)}</span>
            <span class="chevron" aria-hidden="true">
              ›
            </span>
          </button>
        </section>
      )}
      <section class="block" aria-label="The entry">
        <h3>The entry</h3>
        <Verbatim label="The entry as JSON">{JSON.stringify(entry, null, 2)}</Verbatim>
      </section>
    </article>
  );
}

export const hangUpCall = (callId: string): Promise<unknown> => post(`/console/calls/${callId}/end`);
