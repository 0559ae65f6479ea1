import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mock, test } from 'node:test';
import { issueApiKey, keyFits, parseApiKey, revokeApiKey } from '../../src/tenants/api-keys.ts';
import { authenticator } from '../../src/tenants/authenticate.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';

const context = await contextOfFile();

const kindOf = async (keys: ReturnType<typeof authenticator>, text: string | undefined) => (await keys.authenticate(text)).kind;

test('a key that was issued opens, with its scopes and the settings of its tenant', async () => {
  const owner = await tenant(context, { limits: { readsPerMinute: 7 } });
  const { row, text } = await issueApiKey(context, owner.id, { name: 'CRM', scopes: ['read', 'webhooks'], expiresAt: null });
  assert.match(text, /^rp_test_c1_[0-9a-z]{26}_[0-9a-z]{52}$/);
  assert.deepEqual(await authenticator(context).authenticate(`Bearer ${text}`), {
    kind: 'caller',
    caller: { tenantId: owner.id, apiKeyId: row.id, scopes: ['read', 'webhooks'], tenant: owner.settings, isFrozen: false },
  });
});

test('the secret is not in the table', async () => {
  const owner = await tenant(context);
  const { row, text } = await issueApiKey(context, owner.id, { name: 'CRM', scopes: ['read'], expiresAt: null });
  const secret = parseApiKey(text)?.secret ?? '';
  const stored = JSON.stringify(await context.db.knex('api_keys').where({ id: row.id }).first());
  assert.ok(!stored.includes(secret));
  assert.ok(!stored.includes(Buffer.from(secret).toString('hex')));
});

test('whatever is not exactly such a key is refused', async () => {
  const owner = await tenant(context);
  const { text } = await apiKey(context, owner.id);
  const other = await apiKey(context, owner.id);
  const keys = authenticator(context);
  const [, id = ''] = /_([0-9a-z]{26})_/.exec(text) ?? [];
  const wrong = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    text,
    `Basic ${text}`,
    `Bearer ${text}x`,
    `Bearer ${text.slice(0, -1)}`,
    `Bearer ${text} ${text}`,
    `Bearer ${text.toUpperCase()}`,
  ];
  wrong.push(
    `Bearer ${text.slice(0, -52)}${parseApiKey(other.text)?.secret}`,
    `Bearer ${text.replace(id, '0'.repeat(26))}`,
    `Bearer ${text.replace('rp_test', 'rp_prod')}`,
  );
  for (const header of wrong) assert.equal(await kindOf(keys, header), 'refused', header);
  for (const header of [`Bearer ${text}`, `bearer ${text}`, `BEARER   ${text} `])
    assert.equal(await kindOf(keys, header), 'caller', header);
});

test('unknown, wrong, expired and revoked keys are refused with the same words', async () => {
  const owner = await tenant(context);
  const good = (await apiKey(context, owner.id)).text;
  const expired = (await apiKey(context, owner.id, { expiresAt: context.clock.now() })).text;
  const revoked = (await apiKey(context, owner.id, { revokedAt: context.clock.now() })).text;
  const keys = authenticator(context);
  const words = new Set<string>();
  for (const text of [
    expired,
    revoked,
    `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`,
    good.replace(/_[0-9a-z]{26}_/, `_${'z'.repeat(26)}_`),
    'rp_test',
  ]) {
    const result = await keys.authenticate(`Bearer ${text}`);
    assert.equal(result.kind, 'refused', text);
    words.add(result.kind === 'refused' ? result.why : '');
  }
  assert.equal(words.size, 1);
});

test('a key is compared whole: with another mode or cell before its secret it is none', async () => {
  const owner = await tenant(context);
  const { text } = await issueApiKey(context, owner.id, { name: 'CRM', scopes: ['read'], expiresAt: null });
  const keys = authenticator(context);
  assert.equal(await kindOf(keys, `Bearer ${text}`), 'caller');
  for (const beginning of [
    'rp_live_c1_',
    'rp_test_c7_',
    'rp_live_c7_',
    'rp_test__',
    'rp_test_C1_',
    'rp_test_c_1_',
    `rp_test_${'a'.repeat(17)}_`,
  ])
    assert.deepEqual(
      await keys.authenticate(`Bearer ${text.replace('rp_test_c1_', beginning)}`),
      { kind: 'refused', why: 'The API key is not valid.' },
      beginning,
    );
});

test('a key keeps the cell that it was made in: it stays valid when its tenant moves, and where that was not kept', async () => {
  const owner = await tenant(context);
  const keys = authenticator(context);
  const made = async (kept: { mode: string | null; cell: string | null }): Promise<string> => {
    const { id, text } = await apiKey(context, owner.id);
    await context.db.knex('api_keys').where({ id }).update(kept);
    return text;
  };
  const moved = await made({ mode: 'live', cell: 'c7' });
  assert.equal(await kindOf(keys, `Bearer ${moved.replace('rp_test_c1_', 'rp_live_c7_')}`), 'caller');
  assert.equal(await kindOf(keys, `Bearer ${moved}`), 'refused', 'the cell that it lives in now is not in its text');
});

test('the cell that a key names is told to the log only of keys unknown here', async () => {
  const owner = await tenant(context);
  const { text } = await apiKey(context, owner.id);
  const keys = authenticator(context);
  const elsewhere = text.replace('_c1_', '_c7_');
  const unknown = elsewhere.replace(/_[0-9a-z]{26}_/, `_${'z'.repeat(26)}_`);
  assert.deepEqual(await keys.authenticate(`Bearer ${unknown}`), { kind: 'refused', why: 'The API key is not valid.', otherCell: 'c7' });
  for (const known of [unknown.replace('_c7_', '_c1_'), elsewhere])
    assert.deepEqual(await keys.authenticate(`Bearer ${known}`), { kind: 'refused', why: 'The API key is not valid.' }, known);
});

test('a key expires by the service’s clock, to the moment', async () => {
  const owner = await tenant(context);
  const keys = authenticator(context);
  const { text } = await apiKey(context, owner.id, { expiresAt: new Date(context.clock.now().getTime() + 60_000) });
  assert.equal(await kindOf(keys, `Bearer ${text}`), 'caller');
  context.clock.advanceService(59.999);
  assert.equal(await kindOf(keys, `Bearer ${text}`), 'caller');
  context.clock.advanceService(0.001);
  assert.equal(await kindOf(keys, `Bearer ${text}`), 'refused');
});

test('a burst with one key asks the database once', async () => {
  const owner = await tenant(context);
  const { text } = await apiKey(context, owner.id);
  let asked = 0;
  const keys = authenticatorThat(() => {
    asked++;
  });
  await Promise.all(Array.from({ length: 50 }, () => keys.authenticate(`Bearer ${text}`)));
  assert.equal(asked, 1);
  const unknown = `Bearer ${text.replace(/_[0-9a-z]{26}_/, `_${'y'.repeat(26)}_`)}`;
  await keys.authenticate(unknown);
  await keys.authenticate(unknown);
  assert.equal(asked, 2, 'that a key is unknown is remembered as well');
});

test('keys that come together share a question, and each gets its own tenant', async () => {
  const tenants = await Promise.all(Array.from({ length: 5 }, () => tenant(context)));
  const texts = await Promise.all(tenants.map(async ({ id }) => (await apiKey(context, id)).text));
  let asked = 0;
  const keys = authenticatorThat(() => {
    asked++;
  });
  const results = await Promise.all(texts.map((text) => keys.authenticate(`Bearer ${text}`)));
  assert.deepEqual(
    results.map((result) => result.kind === 'caller' && result.caller.tenantId),
    tenants.map(({ id }) => id),
  );
  assert.equal(asked, 2, 'the first alone, the others while it was under way');
});

test('a failed query is not remembered', async () => {
  const owner = await tenant(context);
  const { text } = await apiKey(context, owner.id);
  let down = true;
  const keys = authenticatorThat(() => {
    if (down) throw new Error('down');
  });
  await assert.rejects(async () => keys.authenticate(`Bearer ${text}`));
  down = false;
  assert.equal(await kindOf(keys, `Bearer ${text}`), 'caller');
});

test('a key is revoked once, only by its own tenant', async () => {
  const owner = await tenant(context);
  const other = await tenant(context);
  const { id } = await apiKey(context, owner.id);
  assert.equal(await revokeApiKey(context.db.knex, other.id, id, context.clock.now()), undefined);
  const first = await revokeApiKey(context.db.knex, owner.id, id, context.clock.now());
  context.clock.advance(60);
  const second = await revokeApiKey(context.db.knex, owner.id, id, context.clock.now());
  assert.ok(first?.revoked_at);
  assert.deepEqual(second?.revoked_at, first?.revoked_at);
});

test('every refusal of a key costs one hash and one comparison in constant time, as its acceptance does', async () => {
  const owner = await tenant(context);
  const good = (await apiKey(context, owner.id)).text;
  const withSecret = (change: (secret: string) => string) => `${good.slice(0, -52)}${change(good.slice(-52))}`;
  const flip = (character: string | undefined) => (character === '0' ? '1' : '0');
  const texts = {
    good,
    'unknown id': good.replace(/_[0-9a-z]{26}_/, `_${'x'.repeat(26)}_`),
    'wrong at first': withSecret((secret) => `${flip(secret.at(0))}${secret.slice(1)}`),
    'wrong at last': withSecret((secret) => `${secret.slice(0, -1)}${flip(secret.at(-1))}`),
    'another mode': good.replace('rp_test_', 'rp_live_'),
    'another cell': good.replace('_c1_', '_c7_'),
    revoked: (await apiKey(context, owner.id, { revokedAt: context.clock.now() })).text,
    expired: (await apiKey(context, owner.id, { expiresAt: context.clock.now() })).text,
  };
  const keys = authenticator(context);
  for (const text of Object.values(texts)) await keys.authenticate(`Bearer ${text}`);

  const hashes = mock.method(crypto, 'hash');
  const comparisons = mock.method(crypto, 'timingSafeEqual');
  // Named imports of a built-in module see the mocks only after this, and the originals again only after another.
  syncBuiltinESMExports();
  try {
    for (const [what, text] of Object.entries(texts)) {
      hashes.mock.resetCalls();
      comparisons.mock.resetCalls();
      assert.equal(await kindOf(keys, `Bearer ${text}`), what === 'good' ? 'caller' : 'refused', what);
      assert.deepEqual([hashes.mock.callCount(), comparisons.mock.callCount()], [1, 1], what);
      assert.deepEqual(hashes.mock.calls[0]?.arguments, ['sha256', text.slice(-52), 'hex'], what);
      const compared = comparisons.mock.calls[0]?.arguments ?? [];
      assert.deepEqual(
        compared.map((bytes) => bytes.byteLength),
        [32, 32],
        what,
      );
    }
  } finally {
    mock.restoreAll();
    syncBuiltinESMExports();
  }
});

test('a key fits nothing where there is no such key', () => {
  const given = { mode: 'test', cell: 'c1', id: 'key_1', secret: '0'.repeat(52) };
  assert.equal(keyFits(given, undefined), false);
  assert.equal(keyFits(given, { secretHash: Buffer.alloc(32), mode: 'test', cell: 'c1' }), false);
});

/** One that does this before each question to the database. */
function authenticatorThat(asks: () => void) {
  const engine = new Proxy(context.db.engine, {
    get(pool, name) {
      if (name !== 'query') return Reflect.get(pool, name);
      return (...args: unknown[]) => {
        asks();
        return Reflect.apply(pool.query, pool, args);
      };
    },
  });
  return authenticator({ ...context, db: { ...context.db, engine } });
}
