import type { Started } from '../../clients/started.ts';
import { paintFor, type Tone } from '../../parts/colour.ts';
import { type DemoCall, demoVariables, type PlacedCall } from './demo.ts';

export type Screen = ReturnType<typeof screenFor>;

/** The output of `npm start`: with colour on a terminal, plain elsewhere. */
export function screenFor(out: NodeJS.WriteStream) {
  const paint = paintFor(out);
  const say = (text: string): void => {
    out.write(`${text}\n`);
  };
  return {
    step: (text: string) => say(paint(`… ${text}`, 'quiet')),
    done: (text: string) => say(`${paint('✓', 'good')} ${text}`),
    fail: (text: string) => say(`${paint('✗', 'bad')} ${text}`),
    heading: (text: string) => say(`\n${paint(text, 'bold')}`),
    happened: (call: PlacedCall, what: string, tone: Tone) => say(`  ${paint(call.story.padEnd(24), 'quiet')} ${paint(what, tone)}`),
    /** `file` is where the started deployment is written. A call of the demo that was not placed is not offered to be read. */
    whatNext: (started: Started, file: string, call: DemoCall | PlacedCall) =>
      say(nextSteps(started, file, call, (text) => paint(text, 'bold'))),
  };
}

function nextSteps(
  { publicUrl, operatorUrl, simulatorUrl, demo }: Started,
  file: string,
  call: DemoCall | PlacedCall,
  bold: (text: string) => string,
): string {
  const body = JSON.stringify({ agentId: demo.agentId, phoneNumber: call.phoneNumber, variables: demoVariables });
  return `
${bold('Running.')} Ctrl-C stops it; what it made is there again at the next start.

  ${bold(`Console     ${simulatorUrl}`)}  (open it first: place a call, watch it, see every webhook explained)
  API key     ${demo.apiKey}
  Public API  ${publicUrl}/api/v1/public
  Documents   ${publicUrl}/docs  ${publicUrl}/openapi.yaml  ${publicUrl}/asyncapi.yaml
  Operator    ${operatorUrl}  (a page, and the API below /api/v1/operator; the token is "operatorToken" in ${file})
  Simulator   its receiver: ${simulatorUrl}/receivers/demo/deliveries, its numbers: ${simulatorUrl}/scenarios
  By hand     npm run ringpost -- help  (tenants, keys, agents, deliveries, the clock: what the operator API does)

Place a call yourself:

curl -s ${publicUrl}/api/v1/public/calls \\
  -H 'Authorization: Bearer ${demo.apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'
${'id' in call ? `\nand read one:\n\ncurl -s ${publicUrl}/api/v1/public/calls/${call.id} -H 'Authorization: Bearer ${demo.apiKey}'\n` : ''}`;
}
