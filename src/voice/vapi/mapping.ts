import type { Disposition } from '../voice-provider.ts';

/**
 * Maps Vapi's `endedReason` to a disposition. The list is open and grows (217 values became 597), so it is mapped by
 * groups and the first matching row counts. An unmatched value is `unknown`: it is passed through, counted, and never
 * an error.
 */
export const dispositionOf = (endedReason: string): Disposition => rowOf(endedReason)?.disposition ?? 'unknown';

/** Tells if the reason itself says that no telephone was reached. Vapi may have sent `in-progress` while it still dialled. */
export const saysUnreached = (endedReason: string): boolean => rowOf(endedReason)?.isUnreached === true;

const rowOf = (endedReason: string): Row | undefined => rows.find((row) => row.fits.test(endedReason));

interface Row {
  readonly fits: RegExp;
  readonly disposition: Disposition;
  readonly isUnreached?: true;
}

/** The rows are in the order of the published table: the narrower row is above the wider one. */
const rows: readonly Row[] = [
  { disposition: 'no_answer', fits: /^customer-did-not-answer$|outbound-sip-(480|408)-/ },
  { disposition: 'busy', fits: /^(customer-busy|vonage-rejected)$/ },
  { disposition: 'voicemail', fits: /^voicemail$/ },
  {
    disposition: 'answered',
    fits: /^(customer-ended-call|assistant-ended-call|assistant-said-end-call-phrase$|assistant-forwarded-call$|silence-timed-out$|exceeded-max-duration$|vonage-completed$|call\.forwarding\.|call\.(ending|ringing)\.hook-|call\.in-progress\.(twilio|sip)-completed-call$)/,
  },
  { disposition: 'canceled', fits: /^(manually-canceled|scheduled-call-deleted|call-deleted)$/ },
  {
    disposition: 'failed',
    isUnreached: true,
    fits: /^(twilio-reported-customer-misdialed$|twilio-failed-to-connect-call$|vonage-failed-|call\.start\.|call-start-error-|assistant-not-|call\.in-progress\.error-sip-outbound-call-failed-to-connect$)|-sip-(403|407|503)-|-transport-never-connected$/,
  },
  { disposition: 'failed', fits: /^(assistant-request-|phone-call-provider-|worker-)|configfault|-transport-/ },
  { disposition: 'failed', fits: /^(pipeline-error-|call\.in-progress\.error-|call\.ringing\.error-)/ },
];
