import { at, type Json, objectAt, textAt } from './json.ts';
import { ofAssistant } from './vapi/calls.ts';

/**
 * The account at the providers in strict mode. Then what the account lacks does not work, as at the real providers:
 * calls and texts go out from its numbers alone, and callbacks of calls are signed only if the call names its credential.
 * Without strict mode every number works, and every callback is signed.
 */
export interface StrictAccount {
  readonly numbers: readonly AccountNumber[];
  /** Is the voice provider's id of the credential that signs callbacks. Null: the account has none. */
  readonly credentialId: string | null;
}

export interface AccountNumber {
  /** Is the voice provider's id of the number. */
  readonly id: string;
  /** Is in E.164. */
  readonly number: string;
}

/** Returns what the account lacks for a call. Vapi's own messages are not published. */
export function lackingForCall({ numbers, credentialId }: StrictAccount, request: Json): readonly string[] {
  const { phoneNumberId } = request;
  const number = textAt(request, 'phoneNumber', 'twilioPhoneNumber');
  const named = [at(serverIn(request), 'credentialId') ?? [], ofAssistant(at, request, 'credentialIds') ?? []].flat();
  return [
    ...(phoneNumberId === undefined || typeof phoneNumberId === 'string' ? [] : ['phoneNumberId must be a string.']),
    ...(typeof phoneNumberId === 'string' && !numbers.some(({ id }) => id === phoneNumberId)
      ? [`phoneNumberId ${phoneNumberId} does not exist.`]
      : []),
    ...(objectAt(request, 'phoneNumber') !== null && !numbers.some((each) => each.number === number)
      ? [`phoneNumber ${number} does not exist.`]
      : []),
    ...named.filter((each) => each !== credentialId).map((each) => `credentialId ${each} does not exist.`),
  ];
}

/** Tells if the callbacks of a call are signed. */
export const isSigned = (account: StrictAccount | null, request: Json): boolean =>
  account === null || (account.credentialId !== null && textAt(serverIn(request), 'credentialId') === account.credentialId);

/** Returns where a call's callbacks go, and how. */
export const serverIn = (request: Json): Json | null => ofAssistant(objectAt, request, 'server');

/** Reads `ID=+1…`, as an option of a program has it. Null: it is nothing of the kind. */
export function readAccountNumber(word: string): AccountNumber | null {
  const [, id, number] = /^([^=\s]+)=(\+[1-9]\d{6,14})$/.exec(word) ?? [];
  return id !== undefined && number !== undefined ? { id, number } : null;
}
