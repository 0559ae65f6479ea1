/** Returns the delivered body: 1.5 KB of JSON like an sms.received, with the event's number where the receiver looks for it. */
export const bodyOf = (number: number): string => before + String(number).padStart(8, '0') + after;

/** Returns the same content as an event's data, which Ringpost writes. */
export const dataOf = (number: number): Record<string, unknown> => ({
  message_id: `bench-${String(number).padStart(8, '0')}`,
  contact_id: 'con_01kaezs0a1b2c3d4e5f6g7h8j9',
  phone: '+14155550123',
  campaign_id: 'cmp_01kaezs0a1b2c3d4e5f6g7h8j9',
  campaign_name: 'Spring campaign',
  body: text,
});

const text = 'They asked for a call back on Tuesday after four, and whether the second viewing still stands. '.repeat(13);
const [before = '', after = ''] = JSON.stringify({
  event: 'sms.received',
  timestamp: '2026-01-01T00:00:00.000Z',
  data: dataOf(0),
}).split('00000000');
