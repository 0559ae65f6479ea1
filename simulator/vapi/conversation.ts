import { maxWebhookTranscriptLength, truncatedEnding } from '../../src/process/limits.ts';
import type { Draws } from '../draws.ts';
import { textAt } from '../json.ts';
import type { Said } from '../speech.ts';
import { ofAssistant, type SimulatedCall } from './calls.ts';

/** A conversation in Vapi's form: the lines as messages, and as one text of "AI: …" and "User: …". */
export interface Conversation {
  readonly lines: readonly Said[];
  readonly transcript: string;
  readonly notes: string;
}

const opening = (draws: Draws): Said[] => [
  {
    speaker: 'AI',
    text: draws.pick(['Hello, this is a quick call about your enquiry. Is now a good time?', 'Hi, do you have a minute to talk?']),
  },
];

const turns: Readonly<Record<string, { readonly said: readonly (readonly [string, string])[]; readonly notes: string }>> = {
  INTERESTED: {
    said: [
      ['Yes, now is fine.', 'Are you still thinking about it?'],
      ['Yes, I am interested. What would the next step be?', 'Someone will be in touch with an offer. Thank you.'],
      ['Great, thanks. Goodbye.', 'Goodbye.'],
    ],
    notes: 'Interested; wants an offer.',
  },
  NOT_INTERESTED: {
    said: [
      ['What is it about?', 'Your enquiry of last week. Are you still interested?'],
      ['No, not any more. Thank you.', 'Understood. Have a good day.'],
    ],
    notes: 'No longer interested.',
  },
  CALLBACK: {
    said: [
      ['I am driving. Could you call me tomorrow?', 'Of course. In the morning?'],
      ['Yes, in the morning.', 'We will call you then. Goodbye.'],
    ],
    notes: 'Asks to be called back tomorrow morning.',
  },
  DNC: {
    said: [['Please never call this number again.', 'I am sorry. I will take you off the list.']],
    notes: 'Asks not to be called again.',
  },
  WRONG_NUMBER: { said: [['You have the wrong number.', 'I am sorry to have disturbed you.']], notes: 'Wrong number.' },
  NOT_OWNER: { said: [['I only rent here, I am not the owner.', 'Thank you for telling me.']], notes: 'A tenant, not the owner.' },
};

export function conversationOf(call: SimulatedCall, outcome: string): Conversation {
  const script = turns[outcome] ?? { said: [['Yes?', 'Thank you for your time.']] as const, notes: outcome };
  const first = ofAssistant(textAt, call.request, 'firstMessage');
  const lines: Said[] = first ? [{ speaker: 'AI', text: first }] : opening(call.draws);
  for (const [user, assistant] of script.said) lines.push({ speaker: 'User', text: user }, { speaker: 'AI', text: assistant });
  return conversationOfLines(lines, script.notes);
}

export const conversationOfLines = (lines: readonly Said[], notes = lines.at(-1)?.text ?? ''): Conversation => ({
  lines,
  transcript: lines.map(({ speaker, text }) => `${speaker}: ${text}\n`).join(''),
  notes,
});

export const voicemailMessage = (): Conversation =>
  conversationOfLines(
    [{ speaker: 'User', text: 'You have reached the mailbox of this number. Please leave a message after the tone.' }],
    'Voicemail.',
  );

/** Returns the first two lines, the second one cut in half. */
export function brokenOff({ lines, notes }: Conversation): Conversation {
  const heard = lines.slice(0, 2).map((line, index) => (index === 0 ? line : { ...line, text: line.text.slice(0, line.text.length / 2) }));
  return conversationOfLines(heard, notes);
}

/** Returns only the assistant's greeting. */
export const silence = ({ lines }: Conversation): Conversation => conversationOfLines(lines.slice(0, 1), 'Nobody said a word.');

/** A webhook cuts the transcript here: its 10,000 code points include an ending of 14, so 9,986 are the transcript's own. */
const cutAt = maxWebhookTranscriptLength - truncatedEnding.length;
const longLength = 10_001;
const telephone = '📞';

/**
 * Returns a conversation with an emoji whose halves lie on either side of the cut, so that a cut by code units would
 * leave half a character.
 */
export function longConversation(conversation: Conversation): Conversation {
  const before = cutAt - 1;
  const filler = 'User: Well, let me tell you all about it, from the very beginning.\n';
  const head = (conversation.transcript + filler.repeat(Math.ceil(before / filler.length))).slice(0, before);
  const tail = filler.slice(0, longLength - before - 1);
  return { ...conversation, transcript: head + telephone + tail };
}
