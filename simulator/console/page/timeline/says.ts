import { answerWord } from '../deliveries/explain-delivery.ts';
import { storyName } from '../frame/format.ts';
import type { Entry, Kind } from './rows.ts';

/** Describes the special content of an entry. Its ids and its kind are shown elsewhere. */
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
    'webhook.sent': () =>
      `${field('answered') ?? field('error')} answered to attempt ${field('attempt')} of ${field('event')} at ${field('url')}`,
    'receiver.created': () => `${entry.receiver} was made`,
    'text.request': () => `asked to text ${field('to')}`,
    'text.answer': () => providerAnswer(field('answer')),
    'text.accepted': () => `texts ${field('to')}, ${storyName(field('scenario')).toLowerCase()}`,
    'text.state': () => [field('state'), field('errorCode')].filter(Boolean).join(', '),
    'text.callback': () => `${field('status')} told to the service, which answered ${field('answered') ?? field('error')}`,
    'text.withheld': () => `${field('status')} kept back by the scenario`,
    'text.received': () => `${field('from')} texts ${field('to')}`,
    'text.inbound': () => `passed on to the service, which answered ${field('answered') ?? field('error')}`,
    'time.paced': () => `time ${field('pace') === 'frozen' ? 'is frozen' : 'runs'}`,
    'time.moved': () => `time was moved by ${field('seconds')} s`,
    'fault.set': () => `${field('answer')} may strike ${field('link')}`,
    fault: () => `${field('answer')} strikes ${field('link')}`,
    'fault.answered': () => `answered ${field('answered')}`,
    'service.request': () => `asks the service for ${field('method')} ${field('path')}`,
    'service.answer': () => `the service answered ${field('answered') ?? field('error')}`,
    breach: () => field('message') ?? field('explanation') ?? 'the contract was broken',
    reset: () => 'everything before was forgotten',
  } satisfies Record<Kind, () => string>;
  return known[entry.kind]?.() ?? '';
}

const providerAnswer = (answer: string | null): string =>
  answer === 'created' ? 'the provider took it' : `the provider answered ${answer}`;
