import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sign, signingKey, signStandard } from '../../../src/dispatch/signature.ts';

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly timestamp: string;
  readonly bodyBase64: string;
  readonly header: string;
  readonly deliveryId: string;
  readonly standardHeader: string;
}

const generated = new URL('../../../src/contract/generated/asyncapi.json', import.meta.url);
const document = JSON.parse(await readFile(generated, 'utf8')) as { 'x-signature': { vectors: readonly Vector[] } };

for (const { name, secret, timestamp, bodyBase64, header, deliveryId, standardHeader } of document['x-signature'].vectors) {
  test(`the service signs as the published vector says: ${name}`, () => {
    const [key, body] = [signingKey(secret), Buffer.from(bodyBase64, 'base64')];
    assert.equal(sign(key, Number(timestamp), body), header);
    assert.equal(signStandard(key, deliveryId, Number(timestamp), body), standardHeader);
  });
}
