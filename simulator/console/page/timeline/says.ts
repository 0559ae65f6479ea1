import { answerWord } from '../deliveries/explain-delivery.ts';
import { storyName } from '../frame/format.ts';
import type { Entry, Kind } from './rows.ts';

/** Describes the special content of an entry of each kind. Its ids and its kind are shown elsewhere. */
export const says: Readonly<Record<Kind, (field: (name: string) => string | null, entry: Entry) => string>> = {
  dial: (field) => `dials ${field('number')}, ${storyName(field('scenario')).toLowerCase()}`,
  'provider.request': (field) => `asked to call ${field('number')}`,
  'provider.answer': (field) => providerAnswer(field('answer')),
  'call.state': (field) => [field('state'), field('state') === 'ended' ? field('endedReason') : null].filter(Boolean).join(', '),
  'callback.sent': (field) =>
    `${field('status') ?? field('type')} told to the service, which answered ${field('answered') ?? field('error')}`,
  'callback.withheld': (field) => `${field('type')} kept back by the scenario`,
  'control.end-call': () => 'asked to hang up',
  delivery: (field) =>
    `${field('event') ?? 'a webhook'} came to ${field('receiver')}, attempt ${field('attempt')}: ${field('explanation')}`,
  'delivery.answered': (field, entry) => `${field('receiver')} answered ${answerWord(entry['answered'] as number | string | null)}`,
  'webhook.sent': (field) =>
    `${field('answered') ?? field('error')} answered to attempt ${field('attempt')} of ${field('event')} at ${field('url')}`,
  'receiver.created': (field) => `${field('receiver')} was made`,
  'text.request': (field) => `asked to text ${field('to')}`,
  'text.answer': (field) => providerAnswer(field('answer')),
  'text.accepted': (field) => `texts ${field('to')}, ${storyName(field('scenario')).toLowerCase()}`,
  'text.state': (field) => [field('state'), field('errorCode')].filter(Boolean).join(', '),
  'text.callback': (field) => `${field('status')} told to the service, which answered ${field('answered') ?? field('error')}`,
  'text.withheld': (field) => `${field('status')} kept back by the scenario`,
  'text.received': (field) => `${field('from')} texts ${field('to')}`,
  'text.inbound': (field) => `passed on to the service, which answered ${field('answered') ?? field('error')}`,
  'time.paced': (field) => `time ${field('pace') === 'frozen' ? 'is frozen' : 'runs'}`,
  'time.moved': (field) => `time was moved by ${field('seconds')} s`,
  'fault.set': (field) => `${field('answer')} may strike ${field('link')}`,
  fault: (field) => `${field('answer')} strikes ${field('link')}`,
  'fault.answered': (field) => `answered ${field('answered')}`,
  'service.request': (field) => `asks the service for ${field('method')} ${field('path')}`,
  'service.answer': (field) => `the service answered ${field('answered') ?? field('error')}`,
  breach: (field) => field('message') ?? field('explanation') ?? 'the contract was broken',
  reset: () => 'everything before was forgotten',
};

export const saysOf = (entry: Entry): string =>
  says[entry.kind]((name) => (entry[name] === undefined || entry[name] === null ? null : String(entry[name])), entry);

const providerAnswer = (answer: string | null): string =>
  answer === 'created' ? 'the provider took it' : `the provider answered ${answer}`;
