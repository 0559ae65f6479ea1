import { useState } from 'preact/hooks';
import type { components } from '../../../../src/contract/generated/operator.ts';
import { useWork } from '../frame/use-work.ts';
import { post, type Schemas } from '../link/api.ts';
import { useStoryNumber } from '../link/numbers.ts';
import { useReading } from '../link/reading.ts';
import type { Service } from '../link/service.ts';

/** A text goes out to a contact, or comes in from one. */
type Direction = 'out' | 'in';

export interface NewTextOptions {
  readonly service: Service | null | undefined;
  readonly scenarios: readonly Schemas['TextScenario'][];
  readonly onSent: (said: string) => void;
}

export type NewText = ReturnType<typeof useNewText>;

/** Returns the text that the form describes, to a contact or from one, and the act of sending it. */
export function useNewText({ service, scenarios, onSent }: NewTextOptions) {
  const [direction, setDirection] = useState<Direction>('out');
  const [body, setBody] = useState('Are you still thinking of selling 12 Elm Street?');
  const [ours, setOurs] = useState<string | null>(null);
  const numbers = usePhoneNumbers(service);
  const { isBusy, problem, run } = useWork();
  const { next, ...chosen } = useContact(scenarios);
  const { contact } = chosen;
  const ourNumber = ours ?? numbers[0]?.phoneNumber ?? '+14155550100';
  const lacks = direction === 'out' && !service?.canText;
  const isReady = !isBusy && !lacks && contact !== '';

  const send = async (): Promise<void> => {
    if (direction === 'in') return onSent(await sendIn(contact, ourNumber, body));
    onSent(await sendOut(contact, body));
    next();
  };
  return {
    ...chosen,
    ...{ direction, ourNumber, numbers, body, problem, isBusy, lacks, isReady, setDirection, setBody },
    send: () => void (isReady && run(send)),
    setOurNumber: setOurs,
  };
}

function usePhoneNumbers(service: Service | null | undefined) {
  const { answer } = useReading<{ phoneNumbers: readonly components['schemas']['PhoneNumberView'][] }>(
    service?.canText ? '/console/phone-numbers' : null,
    0,
  );
  return answer?.phoneNumbers.filter(({ isActive }) => isActive) ?? [];
}

/** Derives the contact's number from a story, and from an error code where the story's numbers choose one. */
function useContact(scenarios: readonly Schemas['TextScenario'][]) {
  // These are the last two digits of the code.
  const [errorCode, setErrorCode] = useState('07');
  const hasCodes = ({ numbers }: Schemas['TextScenario']): boolean => numbers.first.slice(0, 8) !== numbers.last.slice(0, 8);
  const { number, setNumber, ...chosen } = useStoryNumber(scenarios, 'delivered', (story) =>
    hasCodes(story) ? withCode(story.numbers.first, errorCode) : story.numbers.first,
  );
  const hasCode = chosen.scenario !== undefined && hasCodes(chosen.scenario);
  return { ...chosen, ...{ hasCode, errorCode, setErrorCode }, contact: number, setContact: setNumber };
}

/** Has the service send a text. Returns a sentence about the result. */
async function sendOut(to: string, body: string): Promise<string> {
  const { message } = await post<{ message: { status: string; reason: string | null } }>('/console/texts', { to, body });
  return message.status === 'refused' ? `The text was refused: ${message.reason ?? 'no reason given'}` : `The text is ${message.status}.`;
}

/** Sends the service a text from a contact. Returns a sentence about the result. */
async function sendIn(from: string, to: string, body: string): Promise<string> {
  const { answered, error } = await post<{ answered: number | null; error: string | null }>('/texts/inbound', { from, to, body });
  if (answered === null || answered >= 300) throw new Error(`The service did not take it: ${error ?? `it answered ${answered}`}.`);
  return 'The service took the contact’s text.';
}

const withCode = (first: string, code: string): string => `${first.slice(0, 6)}${code.padStart(2, '0')}${first.slice(8)}`;
