import { type Refusal, refuse } from './refusal.ts';

/** A mistake that receivers often make with a genuine delivery. It is tried when a signature does not match. */
export interface Suspicion {
  readonly secret: string;
  readonly body: Uint8Array;
  readonly refusal: Refusal;
}

/** Returns explanations of a refusal. They never turn it into an acceptance. */
export function suspicions(secrets: readonly string[], body: Uint8Array): readonly Suspicion[] {
  return secrets.flatMap((secret) => [
    ...misreadSecrets(secret).map((misread) => ({ secret: misread, body, refusal: spaceAround })),
    ...rewritten(body).map((bytes) => ({ secret, body: bytes, refusal: reserialised })),
  ]);
}

export const noneOfTheseSecrets = refuse(
  'wrong_secret',
  'None of your secrets made this signature: it belongs to another endpoint, was changed since, or the body was changed on its way.',
);

const spaceAround = refuse('wrong_secret', 'Your secret is right but for white space around it: a line break read along from a file.');

const reserialised = refuse('body_reserialised', 'This is the body parsed and written again. Verify the bytes as they came.');

const misreadSecrets = (secret: string): readonly string[] => (secret.trim() === secret ? [] : [secret.trim()]);

/** Rewrites the body as compact JSON, as Ringpost would have written it, in case it was indented or spaced afterwards. */
function rewritten(body: Uint8Array): readonly Uint8Array[] {
  try {
    const text = new TextDecoder().decode(body);
    const compact = JSON.stringify(JSON.parse(text));
    return compact === text ? [] : [new TextEncoder().encode(compact)];
  } catch {
    return [];
  }
}
