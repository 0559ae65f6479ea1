import { events } from '../../sdk/generated/fixtures.ts';

const text = JSON.stringify(events.interested);

/** Bodies that are no event, each with what is wrong with it. Whoever has the secret can sign them all the same. */
export const noEvents: Readonly<Record<string, Uint8Array>> = {
  'a byte order mark': Buffer.from(`\ufeff${text}`),
  'UTF-16': Buffer.from(`\ufeff${text}`, 'utf16le'),
  'no UTF-8 in a text': Buffer.from(text.replace('call.completed', 'call.\xff'), 'latin1'),
  'no JSON': Buffer.from('no JSON'),
  'a number that is none': Buffer.from(text.replace('"data":{', '"data":{"cost":NaN,')),
  'JSON cut off': Buffer.from(text.slice(0, -1)),
  'no event in it': Buffer.from('{}'),
  'an event without data': Buffer.from(JSON.stringify({ ...events.interested, data: undefined })),
  'a list': Buffer.from('[]'),
  'a text': Buffer.from('"call.completed"'),
  null: Buffer.from('null'),
};
