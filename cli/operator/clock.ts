import type { components } from '../../src/contract/generated/operator.ts';
import { operatorCommand } from '../clients/operator-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { showDuration } from '../parts/duration.ts';
import { duration, need } from '../parts/options.ts';
import { type Screen, showTime } from '../parts/screen.ts';

export const clock: CommandGroup = {
  summary: "The service's clock, which a sandbox can move forward.",
  commands: {
    show: operatorCommand({
      summary: 'Shows the time the service goes by, and the real one.',
      examples: ['ringpost clock show'],
      ask: (api) => api.readClock({}),
      show: showClock,
    }),

    advance: operatorCommand({
      summary: 'Moves the clock of a sandbox forward. Retries, budgets, retention and deadlines follow.',
      arguments: { duration: need(duration('How far: 90m, 1h30m, 2d, or plain seconds; at most a year.')) },
      examples: ['ringpost clock advance 90m'],
      ask: (api, { duration }) => api.advanceClock({ body: { seconds: duration } }),
      show: showClock,
    }),
  },
};

function showClock(screen: Screen, { clock }: components['schemas']['ClockReply']): void {
  screen.fields({
    'service time': showTime(clock.now),
    'real time': showTime(clock.realNow),
    ahead: showDuration(clock.offsetSeconds),
  });
}
