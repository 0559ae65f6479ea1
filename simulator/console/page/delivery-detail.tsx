import { useEffect, useReducer, useState } from 'preact/hooks';
import { get, post, type Schemas, sentenceOf } from './api.ts';
import { bodyLines, type DiffLine, diffLines, headerLines } from './diff.ts';
import { answerWord, deliveryStanding, explainDelivery, type SentDelivery } from './explain.ts';
import { bytes, exactTime, span } from './format.ts';
import { type Attempt, type DeliveryRow, isAccepted } from './model.ts';
import { Badge, CopyButton, Mark, Problem, Verbatim } from './parts.tsx';
import type { ServiceState } from './service.ts';
import { curlOfDelivery } from './snippets.ts';

/** One delivery: why it stands as it does, each attempt with its verdict, raw headers and body, and two of them compared. */
export interface DeliveryDetailProps {
  readonly delivery: DeliveryRow;
  readonly service: ServiceState;
  readonly version: number;
  readonly onCall: (() => void) | null;
  readonly say: (sentence: string) => void;
}

type Received = Schemas['Delivery'];

interface SentAttempt {
  readonly n: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly errorClass: string | null;
  readonly responseHead: string | null;
}

export function DeliveryDetail({ delivery, service, onCall, say }: DeliveryDetailProps) {
  const happened = delivery.entries.length;
  const received = useReceived(delivery, happened);
  const sent = useSent(delivery, service, happened);
  const [chosen, setChosen] = useState<number | null>(null);
  const [compared, setCompared] = useState<number | null>(null);
  const { problem, busy, run } = useActions(say);
  const attempt = delivery.attempts.find(({ seq }) => seq === chosen) ?? delivery.attempts.at(-1);
  const other = delivery.attempts.find(({ seq }) => seq === compared && seq !== attempt?.seq);
  const standing = deliveryStanding(delivery);
  const found = attempt && received.list?.find(matches(attempt));
  const foundOther = other && received.list?.find(matches(other));
  const next = nextAttempt(sent.delivery, service.now());
  useSeconds(next !== null);
  const canReplay =
    service.service?.canCall && delivery.deliveryId !== null && sent.delivery?.status !== 'retrying' && sent.delivery?.status !== 'pending';

  return (
    <article class="detail">
      <header class="detail-head">
        <div class="detail-title">
          <h2>{delivery.event ?? 'Not one of our events'}</h2>
          <Badge tone={standing.tone}>{standing.word}</Badge>
        </div>
        <p class="mono muted wrap">
          to {delivery.receiver} · {delivery.deliveryId ?? 'without a delivery id'}
        </p>
        <p class="verdict-line">{explainDelivery(delivery, sent.delivery, service.now())}</p>
        <div class="actions">
          <button
            type="button"
            class="primary"
            disabled={!canReplay || busy}
            title={canReplay ? '' : whyNoReplay(service, sent.delivery)}
            onClick={() => void run(() => replay(delivery).then(() => 'Replayed.'))}
          >
            Replay
          </button>
          {next !== null && (
            <button
              type="button"
              disabled={busy}
              onClick={() => void run(async () => `The service’s clock moved ${span(await service.advanceTo(next))} ahead.`)}
            >
              Skip to the next attempt
            </button>
          )}
          {found && <CopyButton label="as curl" text={() => curlOfDelivery(`${location.origin}/receivers/${delivery.receiver}`, found)} />}
          {onCall && (
            <button type="button" class="quiet" onClick={onCall}>
              Its call ›
            </button>
          )}
        </div>
        {problem && <Problem>{problem}</Problem>}
      </header>
      <Attempts
        delivery={delivery}
        sent={sent.attempts}
        chosen={attempt?.seq ?? null}
        compared={other?.seq ?? null}
        choose={setChosen}
        compare={setCompared}
      />
      {received.problem && <Problem>{received.problem}</Problem>}
      {found && !foundOther && <Verdict received={found} />}
      {found && foundOther && attempt && other ? (
        <Comparison one={foundOther} two={found} names={[`Attempt ${other.attempt}`, `Attempt ${attempt.attempt}`]} />
      ) : (
        found && <Raw received={found} />
      )}
      {received.list && !found && (
        <p class="muted block">The simulator has forgotten the bytes of this attempt; it keeps the newest thousand of each receiver.</p>
      )}
    </article>
  );
}

const matches =
  ({ attempt, at }: Attempt) =>
  (received: Received): boolean =>
    received.attempt === attempt && Math.abs(Date.parse(received.receivedAt) - Date.parse(at)) < 1_000;

export const replay = ({ deliveryId }: DeliveryRow): Promise<unknown> => post(`/console/deliveries/${deliveryId}/retry`);

function whyNoReplay(service: ServiceState, sent: SentDelivery | null): string {
  if (!service.service?.canCall) return 'No service is linked.';
  return sent?.status === 'retrying' ? 'It is still being retried; a finished one can be replayed.' : 'It is being sent.';
}

/** When the next attempt is due, if that is yet to come. */
function nextAttempt(sent: SentDelivery | null, now: number): string | null {
  if (sent?.status !== 'retrying' || sent.nextRetryAt === null) return null;
  return Date.parse(sent.nextRetryAt) > now ? sent.nextRetryAt : null;
}

function useActions(say: (sentence: string) => void): {
  problem: string | null;
  busy: boolean;
  run(work: () => Promise<string>): Promise<void>;
} {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** What it resolves to is said. */
  const run = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    await work().then(say, (error: unknown) => setProblem(sentenceOf(error)));
    setBusy(false);
  };
  return { problem, busy, run };
}

function useReceived(delivery: DeliveryRow, happened: number): { list: readonly Received[] | null; problem: string | null } {
  const [list, setList] = useState<readonly Received[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const query = delivery.deliveryId === null ? '' : `?deliveryId=${encodeURIComponent(delivery.deliveryId)}`;
    get<Schemas['Deliveries']>(`/receivers/${delivery.receiver}/deliveries${query}`).then(
      ({ deliveries }) => isCurrent && setList(deliveries.filter(({ deliveryId }) => deliveryId === delivery.deliveryId)),
      (error: unknown) => isCurrent && setProblem(sentenceOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [delivery.key, happened]);
  return { list, problem };
}

const readAgainMs = 200;
const readAgainAtMostMs = 5_000;

/**
 * The service writes an attempt's outcome down after the answer, on a busy machine seconds after: it is asked until it knows
 * of the attempt that we have seen.
 */
function useSent(
  delivery: DeliveryRow,
  { service }: ServiceState,
  happened: number,
): { delivery: SentDelivery | null; attempts: readonly SentAttempt[] } {
  const [sent, setSent] = useState<{ delivery: SentDelivery | null; attempts: readonly SentAttempt[] }>({ delivery: null, attempts: [] });
  const seen = delivery.attempts.at(-1)?.attempt ?? 0;
  useEffect(() => {
    if (!service?.canOperate || delivery.deliveryId === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const readAfter = (ms: number): void => {
      timer = setTimeout(async () => {
        const answer = await get<{ delivery: SentDelivery; attempts: readonly SentAttempt[] }>(
          `/console/deliveries/${delivery.deliveryId}`,
        ).catch(() => null);
        if (!isCurrent) return;
        if (answer) setSent(answer);
        if (!answer || answer.attempts.length < seen) readAfter(Math.min(ms * 2, readAgainAtMostMs));
      }, ms);
    };
    readAfter(readAgainMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [delivery.key, happened, service]);
  return sent;
}

/** Draws anew every second, for who counts down. */
function useSeconds(isOn: boolean): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => tick(undefined), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
}

interface AttemptsProps {
  readonly delivery: DeliveryRow;
  readonly sent: readonly SentAttempt[];
  readonly chosen: number | null;
  readonly compared: number | null;
  readonly choose: (seq: number) => void;
  readonly compare: (seq: number | null) => void;
}

function Attempts({ delivery, sent, chosen, compared, choose, compare }: AttemptsProps) {
  return (
    <section class="block" aria-label="Attempts">
      <h3>Attempts</h3>
      <table class="attempts">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Came</th>
            <th scope="col">Signature and contract</th>
            <th scope="col">Answered</th>
            <th scope="col">Compare</th>
          </tr>
        </thead>
        <tbody>
          {delivery.attempts.map((attempt) => {
            const written = sent.find(({ n }) => n === attempt.attempt);
            return (
              <tr key={attempt.seq} class={attempt.seq === chosen ? 'chosen' : ''}>
                <td>
                  <button
                    type="button"
                    class="number"
                    aria-pressed={attempt.seq === chosen}
                    aria-label={`Show attempt ${attempt.attempt}`}
                    onClick={() => choose(attempt.seq)}
                  >
                    {attempt.attempt}
                  </button>
                </td>
                <td class="mono">{exactTime(attempt.at)}</td>
                <td>
                  <Mark tone={attempt.isValid ? 'good' : 'bad'} /> {attempt.isValid ? 'holds' : 'does not hold'}
                </td>
                <td>
                  <Mark tone={attempt.answered === null ? 'live' : isAccepted(attempt.answered) ? 'good' : 'wait'} />{' '}
                  {answerWord(attempt.answered)}
                  {written && (
                    <span class="muted">
                      {' '}
                      in {written.durationMs} ms{written.errorClass && `, ${written.errorClass}`}
                    </span>
                  )}
                </td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Compare with attempt ${attempt.attempt}`}
                    checked={attempt.seq === compared}
                    disabled={attempt.seq === chosen}
                    onChange={(event) => compare(event.currentTarget.checked ? attempt.seq : null)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The verdict taken apart: each thing that was checked, and what was found. */
function Verdict({ received }: { received: Received }) {
  const { verdict, headers } = received;
  const age = Math.round(Date.parse(received.receivedAt) / 1_000 - Number(headers['x-webhook-timestamp']));
  const unchecked = verdict.signature.reason === 'not_checked';
  const checks = [
    {
      tone: unchecked ? 'quiet' : verdict.signature.reason === 'valid' ? 'good' : 'bad',
      name: 'Signature',
      says: verdict.signature.explanation,
    },
    {
      tone: Number.isNaN(age) || Math.abs(age) > 300 ? 'bad' : 'good',
      name: 'Age',
      says: Number.isNaN(age)
        ? 'There is no timestamp to tell it by.'
        : `Signed ${age < 0 ? `${-age} s ahead of` : `${age} s before`} its arrival; up to 300 s is allowed.`,
    },
    {
      tone: verdict.contract.problems.length === 0 ? 'good' : 'bad',
      name: 'Contract',
      says:
        verdict.contract.problems.length === 0
          ? `The body is a ${verdict.contract.event} as the AsyncAPI document describes it.`
          : verdict.contract.problems.map(({ path, message }) => `${path || 'It'} ${message}.`).join(' '),
    },
    {
      tone: verdict.sameBytes ? 'good' : 'bad',
      name: 'Bytes',
      says: verdict.sameBytes
        ? received.attempt === 1
          ? 'The first attempt sets what all later ones must send.'
          : 'The very bytes of the first attempt.'
        : 'They differ from the first attempt’s, under the same delivery id.',
    },
    {
      tone: verdict.duplicateOf === null ? 'good' : 'wait',
      name: 'Repeat',
      says:
        verdict.duplicateOf === null
          ? 'Not accepted before: act on it.'
          : `Attempt ${verdict.duplicateOf} was accepted already. Answer 2xx, and do nothing twice.`,
    },
  ] as const;
  return (
    <section class="block" aria-label="Verdict">
      <h3>Verdict</h3>
      <ul class="checks">
        {checks.map(({ tone, name, says }) => (
          <li key={name}>
            <Mark tone={tone} label={tone === 'good' ? 'holds' : tone === 'bad' ? 'fails' : 'note'} />
            <strong>{name}</strong>
            <span>{says}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Side by side, as they came: what is signed is on the right, what signs it on the left. */
function Raw({ received }: { received: Received }) {
  const [isPretty, setIsPretty] = useState(false);
  const body = isPretty ? bodyLines(received).join('\n') : received.body;
  return (
    <section class="block" aria-label="Raw request">
      <div class="raw-head">
        <h3>Raw request</h3>
        <span class="muted">
          {received.method}, {bytes(byteLength(received))}
        </span>
        <button type="button" class="quiet" aria-pressed={isPretty} onClick={() => setIsPretty(!isPretty)}>
          {isPretty ? 'As it came' : 'Indent'}
        </button>
        <CopyButton label="body" text={() => received.body} />
      </div>
      <div class="side-by-side">
        <div>
          <h4>Headers</h4>
          <dl class="headers mono">
            {Object.entries(received.headers).map(([name, value]) => (
              <div key={name} class={name.startsWith('x-webhook') ? 'ours' : ''}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h4>Body{isPretty && ', indented for reading; the signature is of the bytes as they came'}</h4>
          <Verbatim label="Body">{body}</Verbatim>
        </div>
      </div>
    </section>
  );
}

/** What Base64 stands for, without making it. */
const byteLength = ({ bodyBase64 }: Received): number => (bodyBase64.length / 4) * 3 - (/=*$/.exec(bodyBase64)?.[0].length ?? 0);

function Comparison({ one, two, names }: { one: Received; two: Received; names: readonly [string, string] }) {
  const isSame = one.bodyBase64 === two.bodyBase64;
  return (
    <section class="block" aria-label="Comparison">
      <h3>
        {names[0]} against {names[1].toLowerCase()}
      </h3>
      <h4>Headers</h4>
      <Diff lines={diffLines(headerLines(one), headerLines(two))} />
      <h4>Body</h4>
      {isSame ? (
        <p>
          <Mark tone="good" /> Byte for byte the same, {bytes(byteLength(two))}.
        </p>
      ) : (
        <Diff lines={diffLines(bodyLines(one), bodyLines(two))} />
      )}
    </section>
  );
}

const signs = { same: ' ', removed: '−', added: '+' } as const;
const words = { same: '', removed: 'only before: ', added: 'only after: ' } as const;

function Diff({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <Verbatim label="Differences">
      {lines.map(({ kind, text }, index) => (
        <span key={index} class={`diff ${kind}`}>
          <span aria-hidden="true">{signs[kind]} </span>
          <span class="unseen">{words[kind]}</span>
          {text}
          {'\n'}
        </span>
      ))}
    </Verbatim>
  );
}
