import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { attempt } from '../../src/dispatch/attempt.ts';
import { deadlines } from '../../src/dispatch/deadlines.ts';
import { DeliveryAgent } from '../../src/dispatch/delivery-agent.ts';
import { startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { type ApiResponse, publicOfFile, startPublic } from '../support/api.ts';
import { contextOfFile, testContext } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { dnsServer } from '../support/dns-server.ts';
import { event, publish } from '../support/events.ts';
import { apiKey, endpoint, tenant, trigger } from '../support/fixtures.ts';
import { receiver, receiverFor } from '../support/receiver.ts';
import { someTarget, unhurriedMs } from '../support/targets.ts';

/**
 * Every way we know to make a webhook call the inside of our network, each tried twice: when an endpoint is created, over
 * HTTP, and at the connection, as if it had been stored all the same. A receiver listens on loopback, where most of them
 * would end up; it must never hear of them. Names are answered by a name server of this file's own.
 */
const names = await dnsServer();
after(() => names.close());
const inside = await receiverFor({ after });
const { port } = new URL(inside.url);
const context = await contextOfFile({ env: { RINGPOST_DNS_SERVERS: names.address, RINGPOST_ALLOW_PRIVATE_WEBHOOKS: '' } });
const server = await publicOfFile(context);
const { id: tenantId } = await tenant(context, { limits: { writesPerMinute: 100_000 } });
const client = server.api.with((await apiKey(context, tenantId)).text);
before(() => {
  for (const [name, ...answer] of [...hidingNames, publicName]) names.answer(name, answer);
});

const create = (url: string, headers: object = {}): Promise<ApiResponse> => client.post('/webhooks', { name: 'CRM', url, headers });

/** What a delivery to it comes to. */
async function connectTo(url: URL): Promise<string | number> {
  const agent = new DeliveryAgent(context.guard);
  const target = someTarget({ origin: url.origin, path: url.pathname });
  const outcome = await attempt(agent, deadlines(unhurriedMs), target, { deliveryId: 'id', body: Buffer.from('{}'), timestampSeconds: 1 });
  await agent.destroy();
  return outcome.kind === 'answered' ? outcome.status : outcome.class;
}

async function isRefusedTwice(url: string): Promise<void> {
  const heard = inside.received.length;
  const reply = await create(url);
  assert.deepEqual(
    [reply.status, reply.body.error.code, reply.body.error.details],
    [400, 'invalid_webhook_url', { reason: 'private_address' }],
  );
  assert.equal(await connectTo(new URL(url)), 'blocked');
  assert.equal(inside.received.length, heard);
}

const literals: readonly (readonly [form: string, ...hosts: readonly string[]])[] = [
  ['plain IPv4', '127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1'],
  ['short IPv4', '127.1', '127.0.1', '10.1', '192.168.257'],
  ['zero', '0', '0.0.0.0', '0x0', '00', '0.0'],
  ['decimal', '2130706433', '2852039166', '3232235777'],
  ['hexadecimal', '0x7f000001', '0x7f.1', '0x7f.0x0.0x0.0x1', '0xA9FEA9FE', '0X7F.0.0.1'],
  ['octal', '0177.0.0.1', '017700000001', '0177.1', '0000177.0000.00000.01', '012.0.0.1'],
  ['octal, hexadecimal and decimal at once', '0x7f.0.01.1', '0300.0xa8.257'],
  ['percent-encoded', '%31%32%37.0.0.1', '127%2E0%2E0%2E1', '%30', '127.0.0.%31'],
  ['full-width and circled', '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '127．0．0．1', '0ｘ7f000001'],
  ['with characters that vanish', '127.0.0.\u00ad1', '127\u200b.0.0.1', '12\u20607.0.0.1'],
  ['trailing dot', '127.0.0.1.', '2130706433.', '0x7f.1.'],
  ['shared, benchmarking, documentation', '100.64.0.1', '198.18.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
  ['protocol assignments and relays', '192.0.0.1', '192.88.99.1'],
  ['multicast, reserved, broadcast', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ['unspecified and loopback IPv6', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]'],
  ['IPv4-mapped', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:a00:1]', '[::FFFF:169.254.169.254]', '[::ffff:93.184.215.14]'],
  ['IPv4-compatible', '[::127.0.0.1]', '[::7f00:1]', '[::a9fe:a9fe]'],
  ['SIIT', '[::ffff:0:7f00:1]', '[::ffff:0:127.0.0.1]'],
  ['NAT64', '[64:ff9b::169.254.169.254]', '[64:ff9b::7f00:1]', '[64:ff9b:1::a9fe:a9fe]', '[64:ff9b:1:7f00:0:100::]'],
  ['6to4', '[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2002:0a00:0001::1]'],
  ['Teredo', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[2001::1]'],
  ['ISATAP', '[fe80::5efe:7f00:1]', '[2606:4700::5efe:7f00:1]', '[2606:4700::200:5efe:7f00:1]'],
  ['link-local, site-local, unique local', '[fe80::1]', '[fec0::1]', '[fd00::1]', '[fc00::1]'],
  ['IPv6 of other uses', '[ff02::1]', '[5f00::1]', '[100::1]', '[3fff::1]', '[2001:db8::1]', '[2001:2::1]', '[2001:10::1]'],
  [
    'Amazon’s metadata',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '169.254.170.2',
    '169.254.170.23',
    '[fd00:ec2::23]',
    '169.254.169.253',
    '169.254.169.123',
  ],
  ['Google’s metadata', '169.254.169.254', '[fd20:ce::254]'],
  ['Azure’s metadata', '168.63.129.16', '169.254.169.254', '169.254.169.254.', '0xa83f8110'],
  ['Alibaba’s, Oracle’s and Tencent’s metadata', '100.100.100.200', '192.0.0.192', '169.254.0.23', '1684301000'],
];

describe('a literal address', () => {
  for (const [form, ...hosts] of literals)
    for (const host of hosts) test(`${form}: ${host}`, () => isRefusedTwice(`http://${host}:${port}/`));
});

describe('a name of the inside', () => {
  for (const name of [
    'localhost',
    'localhost.',
    'LOCALHOST',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'local\u00adhost',
    'app.localhost',
    'intranet',
    'metadata',
    'instance-data',
    'printer.local',
    'db.svc.internal.',
    'metadata.google.internal',
    'metadata.azure.internal',
    'router.home.arpa',
  ])
    test(`${name}, whatever it may resolve to`, async () => {
      const asked = names.questions.length;
      await isRefusedTwice(`http://${name}:${port}/`);
      assert.equal(names.questions.length, asked, 'nobody was asked');
    });
});

const hidingNames = [
  ['loopback.example.org', '127.0.0.1'],
  ['unspecified.example.org', '0.0.0.0'],
  ['private.example.org', '10.0.0.1'],
  ['shared.example.org', '100.64.0.1'],
  ['metadata.example.org', '169.254.169.254'],
  ['azure.example.org', '168.63.129.16'],
  ['loopback6.example.org', '::1'],
  ['unique-local.example.org', 'fd00:ec2::254'],
  ['mapped.example.org', '::ffff:7f00:1'],
  ['compatible.example.org', '::7f00:1'],
  ['siit.example.org', '::ffff:0:7f00:1'],
  ['nat64.example.org', '64:ff9b::7f00:1'],
  ['6to4.example.org', '2002:7f00:1::'],
  ['teredo.example.org', '2001::1'],
  ['isatap.example.org', '2606:4700::5efe:7f00:1'],
  ['127.0.0.1.wildcard.example.org', '127.0.0.1'],
  ['kubernetes.default.svc', '10.96.0.1'],
  ['mixed.example.org', '93.184.215.14', '127.0.0.1'],
  ['mixed-last.example.org', '93.184.215.14', '93.184.215.15', '10.0.0.1'],
  ['mixed-families.example.org', '93.184.215.14', '::1'],
  ['mixed-families6.example.org', '2606:4700::1', '127.0.0.1'],
] as const;

describe('a name of the outside that resolves to the inside', () => {
  for (const [name, ...addresses] of hidingNames)
    test(`${name} → ${addresses.join(', ')}`, () => isRefusedTwice(`http://${name}:${port}/`));
  test('with a trailing dot', () => isRefusedTwice(`http://loopback.example.org.:${port}/`));
  test('in capitals', () => isRefusedTwice(`http://LOOPBACK.Example.ORG:${port}/`));
});

describe('a URL that one parser reads so and another otherwise, and that leads inside', () => {
  for (const [form, url] of [
    ['fragment', 'http://127.0.0.1:PORT#@public.example.org/'],
    ['query', 'http://127.0.0.1:PORT?@public.example.org/'],
    ['back-slash before an at', 'http://127.0.0.1:PORT\\@public.example.org/'],
    ['back-slashes for slashes', 'http:\\\\127.0.0.1:PORT\\hook'],
    ['no slash at all', 'http:127.0.0.1:PORT/'],
    ['one slash', 'http:/127.0.0.1:PORT/'],
    ['too many slashes', 'http://///127.0.0.1:PORT/'],
    ['a port with zeros before it', 'http://127.0.0.1:00PORT/'],
  ] as const)
    test(form, () => isRefusedTwice(url.replace('PORT', port)));
});

describe('a URL that nobody is to read at all', () => {
  for (const [reason, form, url] of [
    ['credentials', 'the host stands where a user name would', 'http://public.example.org@127.0.0.1/'],
    ['credentials', 'the user name looks like a host', 'http://127.0.0.1@public.example.org/'],
    ['credentials', 'a user name and a password', 'http://public.example.org:80@127.0.0.1/'],
    ['credentials', 'two ats', 'http://a@b@127.0.0.1/'],
    ['credentials', 'a percent-encoded slash in the user name', 'http://public.example.org%2f@127.0.0.1/'],
    ['characters', 'a new line in the host', 'http://127.0\n.0.1/'],
    ['characters', 'a tab in the scheme', 'ht\ttp://127.0.0.1/'],
    ['characters', 'a carriage return in the port', 'http://127.0.0.1:\r80/'],
    ['characters', 'spaces around it', '  http://127.0.0.1/  '],
    ['characters', 'control characters before it', '\u0001http://127.0.0.1/'],
    ['characters', 'line ends in the path', 'https://public.example.org/a\r\nHost: evil'],
    ['unparseable', 'a percent-encoded at', 'http://public.example.org%40127.0.0.1/'],
    ['unparseable', 'a percent-encoded slash', 'http://127.0.0.1%2fpublic.example.org/'],
    ['unparseable', 'a percent-encoded NUL', 'http://127.0.0.1%00.public.example.org/'],
    ['unparseable', 'a percent-encoded line end', 'http://127.0.0.1%0d%0a.example.org/'],
    ['unparseable', 'a zone id', 'http://[fe80::1%25eth0]/'],
    ['unparseable', 'a zone id, not encoded', 'http://[::1%lo]/'],
    ['unparseable', 'two ports', 'http://127.0.0.1:80:81/'],
    ['unparseable', 'a port too high', 'http://public.example.org:65536/'],
    ['unparseable', 'an IPv4 too long', 'http://127.0.0.1.1/'],
    ['unparseable', 'an IPv4 too large', 'http://4294967296/'],
    ['unparseable', 'an IPv6 with an octal IPv4', 'http://[::ffff:0177.0.0.1]/'],
    ['unparseable', 'an IPv6 without its end', 'http://[::1/'],
    ['unparseable', 'no scheme', '//127.0.0.1/'],
    ['unparseable', 'a space in the host', 'http://127.0.0.1 .example.org/'],
    ['unsupported_scheme', 'a file', 'file:///etc/passwd'],
    ['unsupported_scheme', 'gopher', 'gopher://127.0.0.1:6379/_FLUSHALL'],
    ['unsupported_scheme', 'data', 'data:text/plain,hello'],
    ['unsupported_scheme', 'a socket', 'unix:/var/run/docker.sock'],
    ['unsupported_scheme', 'a scheme in a scheme', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/'],
  ] as const)
    test(`${reason}: ${form}`, async () => {
      const reply = await create(url);
      assert.deepEqual([reply.status, reply.body.error.details], [400, { reason }]);
    });
});

const publicName = ['public.example.org', '93.184.215.14'] as const;

describe('a URL that looks like an attack and leads outside is kept as the parser reads it', () => {
  for (const [form, url, kept] of [
    ['a fragment with an at', 'https://public.example.org/a#@127.0.0.1', 'https://public.example.org/a'],
    ['a back-slash before an at', 'https://public.example.org\\@127.0.0.1/', 'https://public.example.org/@127.0.0.1/'],
    ['encoded line ends in the path', 'https://public.example.org/%0d%0aHost:evil', 'https://public.example.org/%0d%0aHost:evil'],
    ['dots that climb', 'https://public.example.org/a/../../b', 'https://public.example.org/b'],
    ['capitals and a trailing dot', 'HTTPS://Public.Example.ORG.:443/', 'https://public.example.org/'],
  ] as const)
    test(form, async () => {
      const reply = await create(url);
      assert.deepEqual([reply.status, reply.body.endpoint.url], [201, kept]);
      await context.db.knex('webhook_endpoints').where({ id: reply.body.endpoint.id }).delete();
    });
});

describe('headers that would change the request', () => {
  for (const [form, headers] of [
    ['a line end and another header in a value', { 'X-Crm': 'a\r\nHost: 127.0.0.1' }],
    ['a line feed alone', { 'X-Crm': 'a\nX-Webhook-Signature: forged' }],
    ['a carriage return alone', { 'X-Crm': 'a\rb' }],
    ['a whole second request', { 'X-Crm': 'a\r\n\r\nGET /latest/meta-data HTTP/1.1\r\nHost: 169.254.169.254' }],
    ['a folded line', { 'X-Crm': 'a\r\n b' }],
    ['a NUL', { 'X-Crm': 'a\0b' }],
    ['a letter beyond Latin-1 whose low byte is a line feed', { 'X-Crm': 'a\u010ab' }],
    ['a line end in a name', { 'X-Crm\r\nHost': '127.0.0.1' }],
    ['a colon in a name', { 'Host:x': '127.0.0.1' }],
    ['a space after a name', { 'Host ': '127.0.0.1' }],
    ['no name', { '': '127.0.0.1' }],
  ] as const)
    test(`refused: ${form}`, async () => {
      const reply = await create('https://public.example.org/', headers);
      assert.deepEqual([reply.status, reply.body.error.code], [400, 'invalid_request']);
    });

  test('dropped: whatever is ours to set; a delivery is what it would have been', async (t) => {
    const outside = await testContext();
    const [api, dispatcher] = [await startPublic(outside), startDispatcher(outside)];
    t.after(async () => {
      await dispatcher.stop(0);
      await api.close();
      await outside.close();
    });
    const owner = (await tenant(outside)).id;
    const forged = {
      HOST: '169.254.169.254',
      'content-length': '0',
      'Transfer-Encoding': 'chunked',
      Connection: 'X-Crm',
      'proxy-authorization': 'Basic eDp5',
      'X-Forwarded-For': '127.0.0.1',
      Expect: '100-continue',
      Upgrade: 'h2c',
      'X-WEBHOOK-SIGNATURE': 'forged',
      'x-webhook-delivery-id': 'forged',
    };
    const body = { name: 'CRM', url: inside.url, headers: { ...forged, 'X-Crm': 'acme' } };
    const made = await api.api.with((await apiKey(outside, owner)).text).post('/webhooks', body);
    assert.deepEqual(made.body.endpoint.headers, { 'X-Crm': 'acme' });
    await trigger(outside, owner, made.body.endpoint.id);
    await publish(outside, event(outside, owner));
    assert.equal(await dispatcher.deliverOnce(), 1);
    const got = inside.received.at(-1);
    assert.ok(got && got.body.length > 0);
    assert.equal(got.headers.host, new URL(inside.url).host);
    assert.equal(got.headers['x-crm'], 'acme');
    assert.match(String(got.headers['x-webhook-signature']), /^sha256=/);
    for (const name of ['transfer-encoding', 'proxy-authorization', 'x-forwarded-for', 'expect', 'upgrade'])
      assert.equal(got.headers[name], undefined, name);
  });
});

test('a proxy of the environment is not used', async (t) => {
  const proxy = await receiver();
  const set = { HTTP_PROXY: proxy.url, http_proxy: proxy.url, ALL_PROXY: proxy.url };
  Object.assign(process.env, set);
  t.after(async () => {
    for (const name of Object.keys(set)) delete process.env[name];
    await proxy.close();
  });
  assert.equal(await connectTo(new URL(`http://127.0.0.1:${port}/`)), 'blocked');
  assert.equal(proxy.received.length, 0);
});

test('an endpoint that was stored before its address was forbidden is refused by the engine, and is told nothing', async (t) => {
  const dispatcher = dispatcherFor(t, context);
  const { id } = await endpoint(context, tenantId, { url: inside.url });
  await trigger(context, tenantId, id);
  await publish(context, event(context, tenantId));
  const heard = inside.received.length;
  assert.equal(await dispatcher.deliverOnce(), 1);
  const { body } = await client.get('/webhook-deliveries');
  assert.deepEqual([body.deliveries[0].status, body.deliveries[0].errorMessage], ['retrying', 'blocked address']);
  assert.equal(inside.received.length, heard);
});
