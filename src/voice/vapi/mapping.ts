import type { Disposition } from '../voice-provider.ts';

/**
 * Maps Vapi's `endedReason` to a disposition. The list is open and grows (217 values became 597), so it is mapped by
 * groups and the first matching row counts. An unmatched value is `unknown`: it is passed through, counted, and never
 * an error.
 */
export const dispositionOf = (endedReason: string): Disposition => rows.find((row) => row.fits.test(endedReason))?.disposition ?? 'unknown';

interface Row {
  readonly fits: RegExp;
  readonly disposition: Disposition;
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
    fits: /^(twilio-reported-customer-misdialed$|call\.start\.|call-start-error-|assistant-not-|assistant-request-)|configfault/,
  },
  {
    disposition: 'failed',
    fits: /^(twilio-failed-to-connect-call$|vonage-failed-|phone-call-provider-|worker-)|-sip-(403|407|503)-|-transport-/,
  },
  { disposition: 'failed', fits: /^(pipeline-error-|call\.in-progress\.error-|call\.ringing\.error-)/ },
];
