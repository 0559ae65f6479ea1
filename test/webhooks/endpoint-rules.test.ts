import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { attempt } from '../../src/dispatch/attempt.ts';
import { deadlines } from '../../src/dispatch/deadlines.ts';
import { DeliveryAgent } from '../../src/dispatch/delivery-agent.ts';
import { ApiError } from '../../src/errors.ts';
import { AddressGuard } from '../../src/network/address-guard.ts';
import { admitHeaders, admitUrl } from '../../src/webhooks/endpoint-rules.ts';
import { listenFor } from '../support/api.ts';
import { manualClock } from '../support/clock.ts';
import { runs } from '../support/properties.ts';
import { someTarget, unhurriedMs } from '../support/targets.ts';

const open = { judge: async () => 'public' as const };
const admit = (url: string, production = false) => admitUrl(url, { production, guard: open });
const refusedFor = (reason: string) => (error: unknown) =>
  error instanceof ApiError && error.status === 400 && error.code === 'invalid_webhook_url' && error.details?.['reason'] === reason;

test('a URL that is none, or of another scheme, or with credentials, is refused with its reason', async () => {
  for (const url of [
    '',
    'crm.example.org',
    'https://',
    '/hook',
    `https://example.org/${'x'.repeat(2_048)}`,
    'http://[fe80::1%25eth0]/',
    'https://exa mple.org',
  ])
    await assert.rejects(admit(url), refusedFor('unparseable'), url);
  for (const url of ['ftp://example.org', 'javascript:alert(1)', 'file:///etc/passwd', 'mailto:a@example.org'])
    await assert.rejects(admit(url), refusedFor('unsupported_scheme'), url);
  for (const url of ['https://user@example.org', 'https://user:pw@example.org', 'https://example.com@127.0.0.1', 'https://:pw@example.org'])
    await assert.rejects(admit(url), refusedFor('credentials'), url);
});

test('a URL with characters that a parser drops or repairs is refused, not repaired', async () => {
  for (const url of [
    'https://example.org/\r\nX: y',
    'https://exa\tmple.org/',
    'ht\ntps://example.org/',
    'https://example.org/\u0000',
    'https://example.org/\u001f',
    'https://example.org/\u007f',
    'https://example.org/\u0085',
    ' https://example.org/',
    'https://example.org/ ',
    '\u0001https://example.org/',
    'https://example.org/\n',
    'https://example.org/a b',
    'https://example.org/\u2028',
  ])
    await assert.rejects(admit(url), refusedFor('characters'), JSON.stringify(url));
  assert.equal(await admit('https://example.org/%0d%0a%20ü'), 'https://example.org/%0d%0a%20%C3%BC');
});

test('port 0 is refused, and any other taken', async () => {
  await assert.rejects(admit('https://example.org:0/hook'), refusedFor('port'));
  assert.equal(await admit('https://example.org:1/hook'), 'https://example.org:1/hook');
});

// holds: R-WEBHOOKS-03
test('production takes https only', async () => {
  await assert.rejects(admit('http://example.org/hook', true), refusedFor('https_required'));
  assert.equal(await admit('https://example.org/hook', true), 'https://example.org/hook');
  assert.equal(await admit('http://example.org/hook'), 'http://example.org/hook');
});

test('a private address is refused without being told', async () => {
  const closed = { judge: async () => 'private_address' as const };
  await assert.rejects(
    admitUrl('https://10.0.0.1/', { production: false, guard: closed }),
    (error) => refusedFor('private_address')(error) && error instanceof Error && !error.message.includes('10.0'),
  );
});

test('what is kept is the parser’s own spelling, without fragment and last dot', async () => {
  assert.equal(await admit('https://EXAMPLE.org:443/a?b=c#@127.0.0.1'), 'https://example.org/a?b=c');
  assert.equal(await admit('https:\\\\example.org\\a'), 'https://example.org/a');
  assert.equal(await admit('https://example.org./'), 'https://example.org/');
});

const reserved = [
  'Host',
  'Authorization',
  'Content-Type',
  'Content-Length',
  'Content-Whatever',
  'Transfer-Encoding',
  'Connection',
  'Keep-Alive',
  'TE',
  'Trailer',
  'Upgrade',
  'Expect',
  'Cookie',
  'Proxy-Authorization',
  'Proxy-X',
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'User-Agent',
  'X-Webhook-Signature',
  'X-Webhook-Anything',
  'X_Webhook_Signature',
  'x-webhook_timestamp',
  'Content_Type',
  'User_Agent',
  'X_Forwarded-For',
];

// holds: F-ENDPOINT-06
test('security-critical headers are dropped in silence, whatever their case, and all others are kept as written', () => {
  const anyCase = (name: string) =>
    fc
      .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
      .map((upper) => [...name].map((letter, i) => (upper[i] ? letter.toUpperCase() : letter.toLowerCase())).join(''));
  fc.assert(
    fc.property(fc.constantFrom(...reserved).chain(anyCase), (name) => {
      assert.deepEqual(admitHeaders({ [name]: 'x', 'X-Crm': 'acme' }), { 'X-Crm': 'acme' });
    }),
  );
  assert.deepEqual(Object.keys(admitHeaders(JSON.parse('{"__proto__":"a","constructor":"b","X-Webhooks":"c","Hosts":"d"}'))), [
    '__proto__',
    'constructor',
    'X-Webhooks',
    'Hosts',
  ]);
});

test('names that are no tokens and values that cannot be printed are refused, each by its place', () => {
  for (const [name, value] of [
    ['a b', 'x'],
    ['', 'x'],
    ['naïve', 'x'],
    ['a:b', 'x'],
    ['x\r\ny', 'x'],
    ['ok', 'x\r\nHost: evil'],
    ['ok', '\0'],
    ['ok', 'ü'],
    ['ok', '\u2028'],
  ] as const) {
    assert.throws(
      () => admitHeaders({ [name]: value }),
      (error) => error instanceof ApiError && error.code === 'invalid_request' && JSON.stringify(error.details).includes('/body/headers/'),
      `${name}: ${value}`,
    );
  }
});

test('two names that differ only by case are refused, unless they are dropped anyway', () => {
  assert.throws(
    () => admitHeaders({ 'X-Crm': 'a', 'x-crm': 'b' }),
    (error) =>
      error instanceof ApiError &&
      JSON.stringify(error.details?.['errors']) === '[{"path":"/body/headers/x-crm","message":"is the same header as X-Crm"}]',
  );
  assert.deepEqual(admitHeaders({ Host: 'a', host: 'b' }), {});
});

test('twenty headers of 4 KB in all fit, and not one more', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, 'v']));
  assert.equal(Object.keys(admitHeaders(many(20))).length, 20);
  assert.throws(() => admitHeaders(many(21)), /headers/);
  assert.ok(admitHeaders({ 'x-a': 'v'.repeat(4_093) }));
  assert.throws(() => admitHeaders({ 'x-a': 'v'.repeat(4_094) }), /headers/);
});

const token = fc.string({ unit: fc.constantFrom(..."abcXYZ019!#$%&'*+-.^_`|~"), minLength: 1, maxLength: 20 });
const printable = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: 60 });

test('whatever is let in can be sent: it arrives as it was written, and what is ours is ours', async (t) => {
  let arrived: readonly string[] = [];
  const server = createServer((request, response) => {
    arrived = request.rawHeaders;
    response.end();
  });
  const { origin } = await listenFor(t, server);
  const agent = new DeliveryAgent(new AddressGuard({ allowedPrivate: ['127.0.0.1'], clock: manualClock(), connectTimeoutMs: unhurriedMs }));
  t.after(() => agent.destroy());
  const name = fc.oneof({ weight: 4, arbitrary: token }, { weight: 1, arbitrary: fc.constantFrom(...reserved) });
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, printable, { maxKeys: 20 }), async (headers) => {
      const admitted = admitHeaders(headers);
      const target = someTarget({ origin, headers: admitted });
      const outcome = await attempt(agent, deadlines(unhurriedMs), target, {
        deliveryId: 'id',
        body: Buffer.from('{}'),
        timestampSeconds: 1,
      });
      assert.equal(outcome.kind, 'answered');
      const pairs = arrived.flatMap((text, i) => (i % 2 === 0 ? [[text, arrived[i + 1]]] : []));
      for (const [key, value] of Object.entries(admitted))
        assert.ok(
          pairs.some(([name, sent]) => name === key && sent === value.trim()),
          `${key}: ${value}`,
        );
      for (const [ours, value] of [
        ['x-webhook-delivery-id', 'id'],
        ['content-length', '2'],
        ['host', new URL(origin).host],
      ])
        assert.deepEqual(
          pairs.filter(([name]) => name?.toLowerCase() === ours).map(([, sent]) => sent),
          [value],
          ours,
        );
    }),
    runs(200),
  );
});
