import { parseUrl } from '../src/process/parse-url.ts';
import { invalid, refusal } from './control-api.ts';
import { type ControlOperation, ok } from './control-operations.ts';
import { type Json, textAt } from './json.ts';
import { maxListed } from './limits.ts';
import type { InboundText, TextNetwork } from './twilio/network.ts';
import type { SimulatedText } from './twilio/texts.ts';
import { momentOf } from './under-way.ts';

/** Implements the texts' operations. Their bodies already fit the document. */
export function textOperations(network: TextNetwork): Readonly<Record<string, ControlOperation>> {
  return {
    listTexts: () => ok({ inboundUrl: network.inboundUrl, texts: network.texts.all().slice(0, maxListed).map(textView) }),
    receiveText: async ({ body }) => {
      if (network.inboundUrl === null)
        return refusal(409, 'inbound_url_missing', 'Nobody has said where incoming texts go. PUT /texts/inbound-url first.');
      const { text, answered } = await network.receive(body as unknown as InboundText);
      return ok({ text: textView(text), answered: answered?.status ?? null, error: answered?.error ?? null }, 201);
    },
    setInboundUrl: ({ body }) => {
      const url = textAt(body, 'url');
      if (url !== null && parseUrl(url) === null) return invalid('url must be an http or https address; null keeps incoming texts here.');
      network.inboundUrl = url;
      return ok({ url });
    },
  };
}

const textView = (text: SimulatedText): Json => ({
  sid: text.sid,
  messageId: text.messageId,
  direction: text.direction === 'inbound' ? 'inbound' : 'outbound',
  from: text.from,
  to: text.to,
  body: text.body,
  scenario: text.scenario?.name ?? null,
  status: text.status,
  errorCode: text.errorCode,
  createdAt: text.createdAt.toISOString(),
  sentAt: text.sentMs === null ? null : momentOf(text, text.sentMs).toISOString(),
  updatedAt: momentOf(text, text.ms).toISOString(),
});
