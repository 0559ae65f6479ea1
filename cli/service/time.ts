import type { components } from '../../src/contract/generated/simulator.ts';
import { type SimulatorClient, simulatorClient, simulatorOptions } from '../clients/simulator-client.ts';
import { type Command, type CommandGroup, commandWith, type Definition, type None, type Options, type Values } from '../parts/command.ts';
import { showDuration } from '../parts/duration.ts';
import { duration, need, text } from '../parts/options.ts';
import { type Screen, showTime, tell } from '../parts/screen.ts';
import { UsageError } from '../parts/usage-error.ts';

type TimeReply = { readonly time: components['schemas']['TimeView'] };
type PassedReply = TimeReply & Pick<components['schemas']['Passed'], 'passed'>;

export const time: CommandGroup = {
  summary: "The simulator's time, and with it the clock of a sandbox service.",
  commands: {
    show: timeCommand({
      summary: 'Shows the pace of time, and what waits for its turn.',
      examples: ['ringpost time show'],
      ask: (api) => api('GET', '/time'),
    }),

    freeze: timeCommand({
      summary: "Freezes time: calls, texts and held answers stand still; the service's own clock goes on.",
      examples: ['ringpost time freeze'],
      ask: (api) => api('POST', '/time/freeze'),
    }),

    run: timeCommand({
      summary: 'Lets time run.',
      arguments: { speed: text('How many times faster than life (1).', 'X') },
      examples: ['ringpost time run', 'ringpost time run 60'],
      ask: (api, { speed }) => api('POST', '/time/run', { speed: speedOf(speed) }),
    }),

    advance: timeCommand({
      summary: 'Moves frozen time ahead, step by step.',
      arguments: { duration: need(duration('How far: 90m, 1h30m, 2d, or plain seconds.')) },
      examples: ['ringpost time advance 5m'],
      ask: (api, { duration }) => api('POST', '/time/advance', { seconds: duration }),
    }),

    'run-until-idle': timeCommand({
      summary: 'Goes from one due step to the next until nothing waits: every retry of every delivery, in seconds.',
      options: { max: duration('Goes no further than this (2d).') },
      examples: ['ringpost time run-until-idle'],
      ask: (api, { max }) => api('POST', '/time/run-until-idle', max === undefined ? {} : { maxSeconds: max }),
    }),
  },
};

function timeCommand<Arguments extends Options = None, Flags extends Options = None>(
  definition: Omit<Definition<Arguments, Flags>, 'run'> & {
    ask(api: SimulatorClient, values: Values<Arguments, Flags>): Promise<TimeReply | PassedReply>;
  },
): Command {
  return commandWith(simulatorOptions, definition, async (own, { json, simulatorUrl, simulatorToken }) => {
    const reply = await definition.ask(simulatorClient(simulatorUrl, simulatorToken), own);
    tell(json, reply, (screen) => show(screen, reply));
    return 0;
  });
}

function show(screen: Screen, reply: TimeReply | PassedReply): void {
  const { pace, speed, waiting, nextInSeconds, service } = reply.time;
  screen.fields({
    ...('passed' in reply ? { passed: `${showDuration(reply.passed.seconds)} in ${reply.passed.steps} steps` } : {}),
    pace: pace === 'frozen' ? 'frozen' : `${speed ?? 'infinitely many'} times real time`,
    waiting: nextInSeconds === null ? `${waiting}` : `${waiting}, the next in ${showDuration(nextInSeconds)}`,
    service: service
      ? `${showTime(service.now)}, ${service.nextInSeconds === null ? 'nothing waits' : `the next in ${showDuration(service.nextInSeconds)}`}`
      : 'none is linked',
  });
  if ('passed' in reply && reply.passed.stoppedBy === 'busy') screen.note('Stopped: the service has a delivery in hand that does not end.');
}

function speedOf(word: string | undefined): number {
  const speed = Number(word ?? 1);
  if (speed > 0 && Number.isFinite(speed)) return speed;
  throw new UsageError(`<speed> takes a number above 0, not "${word}".`);
}
