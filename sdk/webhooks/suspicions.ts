import { type Refusal, refuse } from './refusal.ts';

/** One way in which a receiver gets a right delivery wrong, to be tried once its signature does not hold. */
export interface Suspicion {
  readonly secret: string;
  readonly body: Uint8Array;
  readonly refusal: Refusal;
}

/** They explain a refusal and never lift it. */
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

/** As Ringpost would have written it: compact, which a body that was indented or spaced afterwards is not. */
function rewritten(body: Uint8Array): readonly Uint8Array[] {
  try {
    const text = new TextDecoder().decode(body);
    const compact = JSON.stringify(JSON.parse(text));
    return compact === text ? [] : [new TextEncoder().encode(compact)];
  } catch {
    return [];
  }
}
