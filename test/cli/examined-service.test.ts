import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { databaseUrlHash, type Started, startedFile, writeStarted } from '../../cli/clients/started.ts';
import { examinedService } from '../../cli/service/examined-service.ts';
import { folderFor } from '../support/folder.ts';

/** Which service `ringpost doctor` examines, by what `npm start` left in the folder and what the environment says. */

const databaseUrl = 'postgres://ringpost:secret@db.example.org/ringpost';
const ofStart = {
  RINGPOST_ENV: 'sandbox',
  // The doctor reads there what the service has counted.
  OPERATOR_PORT: '18081',
  PUBLIC_URL: 'http://127.0.0.1:18080',
  VAPI_BASE_URL: 'http://127.0.0.1:18090/vapi',
  TWILIO_BASE_URL: 'http://127.0.0.1:18090/twilio',
};

test('where nothing was started, what the environment says', async (t) => {
  const folder = await dataFolder(t, null);
  assert.deepEqual(examinedService({ ...folder, DATABASE_URL: databaseUrl }), { settings: {}, told: null });
});

test('a file that holds nothing of a start is none', async (t) => {
  const folder = await dataFolder(t, null);
  for (const content of ['null', '7', '[]', '{}']) {
    writeFileSync(startedFile(folder.RINGPOST_DATA_FOLDER), content);
    assert.deepEqual(examinedService(folder), { settings: {}, told: null }, content);
  }
});

test('in the folder of a start, that one, but for what the environment says beside it', async (t) => {
  const folder = await dataFolder(t, { databaseUrlHash: null });
  assert.deepEqual(examinedService(folder).settings, ofStart);
  const { RINGPOST_ENV, VAPI_BASE_URL, ...rest } = ofStart;
  const { settings, told } = examinedService({ ...folder, RINGPOST_ENV: 'sandbox', VAPI_BASE_URL: 'https://api.vapi.ai' });
  assert.deepEqual(settings, rest);
  assert.match(told ?? '', /^the `npm start` of this folder\.$/);
});

test('a start that had this DATABASE_URL is examined with its settings', async (t) => {
  const folder = await dataFolder(t, { databaseUrlHash: databaseUrlHash(databaseUrl) });
  assert.deepEqual(examinedService({ ...folder, DATABASE_URL: databaseUrl }).settings, ofStart);
});

test('a DATABASE_URL or RINGPOST_ENV that the start did not have means another service, and it is said', async (t) => {
  const folder = await dataFolder(t, { databaseUrlHash: null });
  for (const [name, value] of [
    ['DATABASE_URL', databaseUrl],
    ['RINGPOST_ENV', 'production'],
  ] as const) {
    const { settings, told } = examinedService({ ...folder, [name]: value });
    assert.deepEqual(settings, {});
    assert.match(told ?? '', new RegExp(`not the .npm start. of this folder, which had another ${name}`));
  }
});

test('a start that had a DATABASE_URL is not examined without it', async (t) => {
  const folder = await dataFolder(t, { databaseUrlHash: databaseUrlHash(databaseUrl) });
  assert.throws(() => examinedService(folder), /had a DATABASE_URL: set it as it was then/);
});

async function dataFolder(
  t: TestContext,
  started: Pick<Started, 'databaseUrlHash'> | null,
): Promise<{ readonly RINGPOST_DATA_FOLDER: string }> {
  const folder = folderFor(t);
  if (started !== null)
    writeStarted(folder, {
      ...started,
      environment: 'sandbox',
      publicUrl: ofStart.PUBLIC_URL,
      operatorUrl: 'http://127.0.0.1:18081',
      operatorToken: 'token',
      simulatorUrl: 'http://127.0.0.1:18090',
      demo: { tenantId: 'ten', apiKey: 'key', agentId: 'agt', phoneNumberId: 'num', webhookEndpointId: 'whe', signingSecret: 'secret' },
      secondTenant: { tenantId: 'ten2', apiKey: 'key2' },
      scopedKeys: {},
      disabledTenant: { tenantId: 'ten3', apiKey: 'key3' },
    });
  return { RINGPOST_DATA_FOLDER: folder };
}
