import { HttpResponse, http, type RequestHandler } from 'msw';
import { parseUrl } from '../src/process/parse-url.ts';
import { invalid, refusal } from './control-api.ts';
import { isObject, type Json, parseJson } from './json.ts';
import { maxListed } from './limits.ts';
import type { TextNetwork } from './twilio/network.ts';
import { momentOf, type SimulatedText } from './twilio/texts.ts';

/** Serves the text part of the control API for people and tests (`openapi/simulator.yaml`). */
export function textControlHandlers(network: TextNetwork): RequestHandler[] {
  return [
    http.get('*/texts', () =>
      HttpResponse.json({ inboundUrl: network.inboundUrl, texts: network.texts.all().slice(0, maxListed).map(textView) }),
    ),
    http.post('*/texts/inbound', async ({ request }) => receive(await request.text(), network)),
    http.put('*/texts/inbound-url', async ({ request }) => setInboundUrl(await request.text(), network)),
  ];
}

async function receive(request: string, network: TextNetwork): Promise<Response> {
  const asked = parseJson(request);
  if (!isObject(asked)) return invalid('The body must be {"from": "+15560060001", "to": "+14155550001", "body": "Hello."}.');
  const { from, to, body } = asked;
  if (typeof from !== 'string' || !phoneNumber.test(from)) return invalid('from must be a phone number in E.164.');
  if (typeof to !== 'string' || !phoneNumber.test(to)) return invalid('to must be a phone number in E.164.');
  if (typeof body !== 'string') return invalid('body must be a string.');
  if (network.inboundUrl === null)
    return refusal(409, 'inbound_url_missing', 'Nobody has said where incoming texts go. PUT /texts/inbound-url first.');
  const { text, answered } = await network.receive({ from, to, body });
  return HttpResponse.json({ text: textView(text), answered: answered?.status ?? null, error: answered?.error ?? null }, { status: 201 });
}

const phoneNumber = /^\+[1-9]\d{6,14}$/;

function setInboundUrl(request: string, network: TextNetwork): Response {
  const asked = parseJson(request);
  const url = isObject(asked) ? asked['url'] : undefined;
  if (url !== null && (typeof url !== 'string' || parseUrl(url) === null || !/^https?:/.test(url)))
    return invalid('The body must be {"url": "http://127.0.0.1:8080/callbacks/sms/twilio/inbound"}; null keeps incoming texts here.');
  network.inboundUrl = url;
  return HttpResponse.json({ url });
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
