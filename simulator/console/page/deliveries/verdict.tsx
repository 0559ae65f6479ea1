import { span } from '../frame/format.ts';
import { Mark } from '../frame/parts.tsx';
import type { Tone } from '../frame/tone.ts';
import type { Received } from './delivery.ts';

/** Shows the parts of a verdict: each check and its result. */
export function Verdict({ received }: { received: Received }) {
  return (
    <section class="block" aria-label="Verdict">
      <h3>Verdict</h3>
      <ul class="checks">
        {checksOf(received).map(({ tone, name, says }) => (
          <li key={name}>
            <Mark tone={tone} label={tone === 'good' ? 'holds' : tone === 'bad' ? 'fails' : 'note'} />
            <strong>{name}</strong>
            <span>{says}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function checksOf(received: Received): readonly Check[] {
  const { verdict, headers } = received;
  const age = Math.round(Date.parse(received.receivedAt) / 1_000 - Number(headers['x-webhook-timestamp']));
  const unchecked = verdict.signature.reason === 'not_checked';
  return [
    {
      tone: unchecked ? 'quiet' : verdict.signature.reason === 'valid' ? 'good' : 'bad',
      name: 'Signature',
      says: verdict.signature.explanation,
    },
    {
      tone: Number.isNaN(age) || Math.abs(age) > 300 ? 'bad' : 'good',
      name: 'Age',
      says: Number.isNaN(age)
        ? 'There is no timestamp to tell it by.'
        : `Signed ${span(Math.abs(age))} ${age < 0 ? 'ahead of' : 'before'} its arrival; up to 300 s is allowed.`,
    },
    {
      tone: verdict.contract.problems.length === 0 ? 'good' : 'bad',
      name: 'Contract',
      says:
        verdict.contract.problems.length === 0
          ? `The body is a ${verdict.contract.event} as the AsyncAPI document describes it.`
          : problemLines(verdict.contract.problems),
    },
    {
      tone: verdict.sameBytes ? 'good' : 'bad',
      name: 'Bytes',
      says: verdict.sameBytes
        ? received.attempt === 1
          ? 'The first attempt sets what all later ones must send.'
          : 'The very bytes of the first attempt.'
        : 'They differ from the first attempt’s, under the same delivery id.',
    },
    {
      tone: verdict.duplicateOf === null ? 'good' : 'wait',
      name: 'Repeat',
      says:
        verdict.duplicateOf === null
          ? 'Not accepted before: act on it.'
          : `Attempt ${verdict.duplicateOf} was accepted already. Answer 2xx, and do nothing twice.`,
    },
  ];
}

interface Check {
  readonly tone: Tone;
  readonly name: string;
  readonly says: string;
}

/** If everything is missing, the first few problems are enough. */
const shownProblems = 5;

function problemLines(problems: Received['verdict']['contract']['problems']): string {
  const lines = problems.slice(0, shownProblems).map(({ path, message }) => `${path || 'The body'} ${message}.`);
  return [...lines, ...(problems.length > shownProblems ? [`And ${problems.length - shownProblems} more.`] : [])].join('\n');
}
