import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sign, signingKey } from '../../../src/dispatch/signature.ts';

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly timestamp: string;
  readonly bodyBase64: string;
  readonly header: string;
}

const generated = new URL('../../../src/contract/generated/asyncapi.json', import.meta.url);
const document = JSON.parse(await readFile(generated, 'utf8')) as { 'x-signature': { vectors: readonly Vector[] } };

for (const { name, secret, timestamp, bodyBase64, header } of document['x-signature'].vectors) {
  test(`the service signs as the published vector says: ${name}`, () => {
    assert.equal(sign(signingKey(secret), Number(timestamp), Buffer.from(bodyBase64, 'base64')), header);
  });
}
