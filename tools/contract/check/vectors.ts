import { createHmac } from 'node:crypto';
import { at, type Findings, items, type JsonObject, text } from '../document.ts';

/** Checks the test vectors of the signature. They are recomputed here from the published recipe. */
export function checkVectors(document: JsonObject): Findings {
  const recipe = at(document, document, 'x-signature');
  const vectors = items(at(document, recipe, 'vectors'));
  const problems = vectors.flatMap((vector) => {
    const part = (name: string): string => text(at(document, vector, name));
    const body = Buffer.from(part('bodyBase64'), 'base64');
    const hmacOf = (head: string): Buffer => createHmac('sha256', part('secret')).update(head).update(body).digest();
    const digest = hmacOf(`${part('timestamp')}.`).toString('hex');
    const standard = `v1,${hmacOf(`${part('deliveryId')}.${part('timestamp')}.`).toString('base64')}`;
    const standardSecret = `whsec_${Buffer.from(part('secret')).toString('base64')}`;
    const wrong: string[] = [];
    if (!/^[0-9a-f]{64}$/.test(part('secret'))) wrong.push('the secret is not 64 hex characters');
    if (!body.equals(Buffer.from(part('body'), 'utf8'))) wrong.push('body and bodyBase64 differ');
    if (part('header') !== `${text(at(document, recipe, 'prefix'))}${digest}`) wrong.push(`the header should be sha256=${digest}`);
    if (part('standardSecret') !== standardSecret) wrong.push(`the secret of Standard Webhooks should be ${standardSecret}`);
    if (part('standardHeader') !== standard) wrong.push(`the signature of Standard Webhooks should be ${standard}`);
    return wrong.map((sentence) => `Vector ${part('name')}: ${sentence}.`);
  });
  return { checked: vectors.length, problems: [...problems, ...uncovered(document, vectors)] };
}

function uncovered(document: JsonObject, vectors: readonly unknown[]): readonly string[] {
  const bodies = vectors.map((vector) => text(at(document, vector, 'body')));
  const isAscii = (body: string): boolean => Buffer.byteLength(body) === body.length;
  const missing: string[] = [];
  if (!bodies.some((body) => isAscii(body) && body !== '{}')) missing.push('plain ASCII');
  if (!bodies.some((body) => !isAscii(body))) missing.push('text outside ASCII');
  if (!bodies.includes('{}')) missing.push('an empty object');
  return missing.map((what) => `No vector signs ${what}.`);
}
