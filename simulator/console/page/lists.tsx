import { answerWord, callStanding, deliveryStanding, isLive, textStanding } from './explain.ts';
import { exactTime, span, storyName, timeOfDay } from './format.ts';
import { type CallRow, type DeliveryRow, type Entry, isAccepted, type Step, type TextRow } from './model.ts';
import { Mark } from './parts.tsx';

/** One row of each list: a call with its lane, a delivery with its attempts, a text, an entry of the timeline. */

export function CallLine({ call }: { call: CallRow }) {
  const { tone, word } = callStanding(call);
  return (
    <div class="line call-line">
      <Mark tone={tone} />
      <div class="what">
        <strong>{storyName(call.scenario)}</strong>
        <span class="mono muted">{call.number}</span>
      </div>
      <Lane call={call} />
      <Webhooks deliveries={call.deliveries} />
      <div class="when">
        <span>{timeOfDay(call.at)}</span>
        <span class={tone === 'live' ? 'live-word' : 'muted'}>{word}</span>
      </div>
    </div>
  );
}

const stages = [
  { state: 'dialled', name: 'dialling' },
  { state: 'ringing', name: 'ringing' },
  { state: 'in-progress', name: 'talking' },
  { state: 'ended', name: 'ended' },
  { state: 'reported', name: 'reported' },
] as const;

/** The call's way from dialling to its report, each stage filled when it was reached. A stage it jumped over stays empty. */
function Lane({ call }: { call: CallRow }) {
  const reached = new Set(['dialled', ...call.steps.map(({ state }) => state)]);
  const at = call.steps.at(-1);
  const live = isLive(call);
  const current = stages.findLastIndex(({ state }) => reached.has(state));
  return (
    <div class="lane">
      <div class="track" aria-hidden="true">
        {stages.map(({ state }, index) => (
          <i key={state} class={`${reached.has(state) ? 'reached' : ''} ${live && index === current ? 'now' : ''}`} />
        ))}
      </div>
      <span class="lane-word muted">{laneWord(call, at)}</span>
    </div>
  );
}

function laneWord(call: CallRow, at: Step | undefined): string {
  if (call.providerCallId === null) return 'nobody was dialled';
  const talked = talkSeconds(call.steps);
  if (at === undefined) return 'dialling';
  if (at.state === 'ringing') return 'ringing';
  if (at.state === 'in-progress') return 'talking';
  if (at.state === 'ending') return 'hanging up';
  if (talked !== null) return `talked ${span(talked)}`;
  return at.storySeconds === null ? 'over' : `over after ${span(at.storySeconds)}`;
}

function talkSeconds(steps: readonly Step[]): number | null {
  const from = steps.find(({ state }) => state === 'in-progress')?.storySeconds;
  const to = steps.find(({ state }) => state === 'ended')?.storySeconds;
  return from === undefined || from === null || to === undefined || to === null ? null : to - from;
}

/** Each webhook as the signs of its attempts: ↻ ↻ ✓ was taken at the third. */
function Webhooks({ deliveries }: { deliveries: readonly DeliveryRow[] }) {
  return (
    <div class="webhooks">
      {deliveries.slice(0, 3).map((delivery) => (
        <span
          key={delivery.key}
          class="webhook"
          title={`${delivery.event ?? 'webhook'} to ${delivery.receiver}: ${deliveryStanding(delivery).word}`}
        >
          <span class="muted">{shortEvent(delivery.event)}</span> <Signs delivery={delivery} />
        </span>
      ))}
      {deliveries.length > 3 && <span class="muted">+{deliveries.length - 3}</span>}
    </div>
  );
}

const shownSigns = 6;

function Signs({ delivery }: { delivery: DeliveryRow }) {
  return (
    <span class="signs">
      <span class="unseen">{deliveryStanding(delivery).word}</span>
      {delivery.attempts.slice(-shownSigns).map((attempt) => (
        <Mark key={attempt.seq} tone={deliveryStanding({ ...delivery, attempts: [attempt] }).tone} />
      ))}
    </span>
  );
}

const shortEvent = (event: string | null): string =>
  event === null ? 'unknown' : event.replace('call.', '').replace('lead.', '').replace('sms.', '');

export function DeliveryLine({ delivery, about }: { delivery: DeliveryRow; about: CallRow | TextRow | undefined }) {
  const { tone, word } = deliveryStanding(delivery);
  const last = delivery.attempts.at(-1);
  return (
    <div class="line delivery-line">
      <Mark tone={tone} />
      <div class="what">
        <strong>{delivery.event ?? 'Not one of our events'}</strong>
        <span class="muted">
          to {delivery.receiver}
          {delivery.outcome && `, ${delivery.outcome}`}
        </span>
      </div>
      <div class="why">
        <span class="signs-line">
          <Signs delivery={delivery} />
          {last && (
            <span class="muted">
              {delivery.attempts.length > 1 ? `attempt ${last.attempt}` : 'first attempt'}
              {last.answered !== null && !isAccepted(last.answered) && `, ${answerWord(last.answered)}`}
            </span>
          )}
        </span>
        <span class={last?.isValid ? 'muted' : 'bad-word'}>{last?.isValid ? aboutWord(about) : last?.explanation}</span>
      </div>
      <div class="when">
        <span>{timeOfDay(last?.at ?? delivery.at)}</span>
        <span class="muted">{word}</span>
      </div>
    </div>
  );
}

/** Whose call or text it tells of. */
function aboutWord(about: CallRow | TextRow | undefined): string {
  if (!about) return '';
  const number = 'number' in about ? about.number : about.direction === 'inbound' ? about.from : about.to;
  return `${about.scenario === null ? 'a contact' : storyName(about.scenario).toLowerCase()}, ${number}`;
}

export function TextLine({ text }: { text: TextRow }) {
  const { tone, word } = textStanding(text);
  return (
    <div class="line delivery-line">
      <Mark tone={tone} />
      <div class="what">
        <strong>{text.direction === 'inbound' ? 'From a contact' : storyName(text.scenario)}</strong>
        <span class="mono muted">{text.direction === 'inbound' ? text.from : text.to}</span>
      </div>
      <Webhooks deliveries={text.deliveries} />
      <div class="when">
        <span>{timeOfDay(text.at)}</span>
        <span class="muted">{word}</span>
      </div>
    </div>
  );
}

export function EntryLine({ entry }: { entry: Entry }) {
  return (
    <div class="line entry-line">
      <span class="mono muted">{entry.seq}</span>
      <span class="mono muted">{exactTime(entry.at)}</span>
      <span class="mono kind">{entry.kind}</span>
      <span class="entry-says">{saysOf(entry)}</span>
    </div>
  );
}

/** What is particular about an entry; ids and the kind have places of their own. */
export function saysOf(entry: Entry): string {
  const field = (name: string): string | null => (entry[name] === undefined || entry[name] === null ? null : String(entry[name]));
  const known: Readonly<Record<string, () => string>> = {
    dial: () => `dials ${field('number')}, ${storyName(field('scenario')).toLowerCase()}`,
    'provider.request': () => `asked to call ${field('number')}`,
    'provider.answer': () => providerAnswer(field('answer')),
    'call.state': () => [field('state'), field('state') === 'ended' ? field('endedReason') : null].filter(Boolean).join(', '),
    'callback.sent': () => `${field('status') ?? field('type')} told to the service, which answered ${field('answered') ?? field('error')}`,
    'callback.withheld': () => `${field('type')} kept back by the scenario`,
    'control.end-call': () => 'asked to hang up',
    delivery: () => `${field('event') ?? 'a webhook'} came to ${entry.receiver}, attempt ${field('attempt')}: ${field('explanation')}`,
    'delivery.answered': () => `${entry.receiver} answered ${answerWord(entry['answered'] as number | string | null)}`,
    'receiver.created': () => `${entry.receiver} was made`,
    'text.request': () => `asked to text ${field('to')}`,
    'text.answer': () => providerAnswer(field('answer')),
    'text.accepted': () => `texts ${field('to')}, ${storyName(field('scenario')).toLowerCase()}`,
    'text.state': () => [field('state'), field('errorCode')].filter(Boolean).join(', '),
    'text.callback': () => `${field('status')} told to the service, which answered ${field('answered') ?? field('error')}`,
    'text.received': () => `${field('from')} texts ${field('to')}`,
    'text.inbound': () => `passed on to the service, which answered ${field('answered') ?? field('error')}`,
    'time.paced': () => `time ${field('pace') === 'frozen' ? 'is frozen' : 'runs'}`,
    'time.moved': () => `time was moved by ${field('seconds')} s`,
    'fault.set': () => `${field('answer')} may strike ${field('link')}`,
    fault: () => `${field('answer')} strikes ${field('link')}`,
    'fault.answered': () => `answered ${field('answered')}`,
    breach: () => field('message') ?? field('explanation') ?? 'the contract was broken',
    reset: () => 'everything before was forgotten',
  };
  return known[entry.kind]?.() ?? '';
}

const providerAnswer = (answer: string | null): string =>
  answer === 'created' ? 'the provider took it' : `the provider answered ${answer}`;
