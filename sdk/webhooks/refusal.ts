/** Says why a delivery was refused: a code for programs, and a hint for the developer. */
export interface Refusal {
  readonly ok: false;
  readonly reason: RefusalReason;
  readonly hint: string;
}

export type RefusalReason =
  | 'missing_header'
  | 'malformed_header'
  | 'body_empty'
  | 'body_not_raw'
  | 'secret_malformed'
  | 'body_reserialised'
  | 'wrong_secret'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  | 'not_an_event';

export const refuse = (reason: RefusalReason, hint: string): Refusal => ({ ok: false, reason, hint });
