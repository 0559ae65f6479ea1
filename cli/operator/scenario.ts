import { otherWords } from '../../simulator/other-words.ts';
import { writtenScenario } from '../../simulator/written-scenario.ts';
import type { OperatorClient } from '../clients/operator-client.ts';
import { operatorCommand } from '../clients/operator-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { need, text } from '../parts/options.ts';
import { UsageError } from '../parts/usage-error.ts';

type Call = Awaited<ReturnType<OperatorClient['readAnyCall']>>['body']['call'];

export const scenario: CommandGroup = {
  summary: 'Scenarios for the simulator, made from real calls.',
  commands: {
    'from-call': operatorCommand({
      summary: 'Writes a scenario that plays a call again: its states, their times, its outcome, and other words.',
      arguments: { call: need(text("The call's id. It has ended.")) },
      notes: `Callbacks are not stored, so the scenario is rebuilt from what the service keeps: when the call was dialled, answered
and over, why it ended, its outcome, and its transcript with every word and digit replaced. When it began to ring and when
its analysis came is not kept; both are set to a second. \`ringpost simulate --scenarios PATH\` plays it, at the number that
GET /scenarios of the simulator shows.`,
      examples: ['ringpost scenario from-call call_01m822vz2dfc2anvrw941zprek > again.yaml'],
      async ask(api, { call }) {
        const scenario = scenarioFromCall((await api.readAnyCall({ path: { callId: call } })).body.call);
        // The API's own answer would have the words of the call.
        return { body: scenario, text: JSON.stringify({ scenario }) };
      },
      show: (_screen, scenario) => void process.stdout.write(scenario),
    }),
  },
};

/** Is how long a telephone takes to ring, and an analysis to come, where nobody knows it. */
const unknownSeconds = 1;

function scenarioFromCall({ startedAt, createdAt, endedAt, durationSeconds, ...call }: Call): string {
  if (endedAt === null) throw new UsageError(`${call.id} has not ended yet.`);
  const lastedSeconds = Math.max(0, (Date.parse(endedAt) - Date.parse(startedAt ?? createdAt)) / 1_000);
  const answered = durationSeconds === null ? [] : [{ state: 'in-progress', storySeconds: Math.max(0, lastedSeconds - durationSeconds) }];
  return writtenScenario({
    name: `as-${call.id.slice(-8).toLowerCase()}`,
    description: 'Rebuilt from what the service keeps of a call; its words are replaced.',
    placement: 'accepted',
    callbacks: 'once',
    outcome: call.outcome,
    endedReason: call.endedReason,
    transcript: call.transcript && otherWords(call.transcript),
    steps: [
      { state: 'ringing', storySeconds: Math.min(unknownSeconds, answered[0]?.storySeconds ?? lastedSeconds) },
      ...answered,
      { state: 'ended', storySeconds: lastedSeconds },
      { state: 'reported', storySeconds: lastedSeconds + unknownSeconds },
    ],
  });
}
