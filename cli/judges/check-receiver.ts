import { setTimeout as delay } from 'node:timers/promises';
import { eventTypes } from '../../src/contract/generated/public.ts';
import { untilSignal } from '../../src/process/until-signal.ts';
import type { Vector } from '../../tools/check-receiver/vector.ts';
import { command } from '../parts/command.ts';
import { duration, flag, httpUrl, list, pairs, rate, text } from '../parts/options.ts';
import { UsageError } from '../parts/usage-error.ts';
import { showProgress } from './progress.ts';
import { reportOption, writeReports } from './report-option.ts';

export const checkReceiver = command({
  summary: 'Judges a receiver of webhooks, in any language, by what the documents ask of it.',
  arguments: {
    url: httpUrl('The receiver. Deliveries go there and nowhere else; they look real, so let it be a test instance.'),
  },
  options: {
    secret: text('Its signing secret (RINGPOST_SIGNING_SECRET).', 'SECRET'),
    secondSecret: text(
      'Another secret that it accepts as well, as while its secret is changed (RINGPOST_SECOND_SIGNING_SECRET).',
      'SECRET',
    ),
    event: text('Send this event alone, such as sms.received.', 'EVENT'),
    only: list('These vectors or groups alone, such as twice or signature.'),
    list: flag('List the vectors and send none.'),
    standardWebhooks: flag('Send the headers of Standard Webhooks too.'),
    processedUrl: httpUrl('Where the receiver tells by GET how often it has processed each delivery: {"<delivery id>": 1}.'),
    failingHeader: pairs('A header with which the receiver answers 500, so that the attempt after it is judged.'),
    load: rate('Afterwards send so many sound deliveries a second, such as 500/s.'),
    for: duration('For how long (60s).'),
    report: reportOption(['html', 'json', 'junit']),
  },
  notes: `Each vector is a delivery that a receiver must take or refuse within ten seconds, with the reason and the place in the
documents. Exit code 0: nothing failed; 1: something did, or nobody listens. tools/check-receiver/README.md tells more.`,
  examples: [
    'ringpost check-receiver http://127.0.0.1:3000/hooks --secret "$RINGPOST_SIGNING_SECRET"',
    'ringpost check-receiver https://staging.example.com/hooks --event call.completed --report html=receiver.html',
    'ringpost check-receiver http://127.0.0.1:3000/hooks --only repeats --processed-url http://127.0.0.1:3000/processed',
    'ringpost check-receiver http://127.0.0.1:3000/hooks --load 500/s --for 60s',
  ],

  async run({
    url,
    secondSecret,
    event,
    only = [],
    list: listOnly,
    standardWebhooks,
    processedUrl,
    failingHeader,
    load,
    report,
    ...given
  }) {
    // The modules are loaded here because the documents that they read would slow every other command down.
    const { vectorsFor } = await import('../../tools/check-receiver/vectors.ts');
    const { checkReceiver: check, contractTimeoutMs } = await import('../../tools/check-receiver/run.ts');
    const { hasFailed, receiverReport } = await import('../../tools/check-receiver/report.ts');
    const { largestLoad } = await import('../../tools/check-receiver/load.ts');
    const { groups } = await import('../../tools/check-receiver/vector.ts');
    if (event !== undefined && !eventTypes.some((each) => each === event))
      throw new UsageError(`--event takes ${eventTypes.join(', ')}; not "${event}".`);
    const choice = { event: event ?? null, only };
    const unknown = only.filter((name) => vectorsFor({ ...choice, only: [name] }).length === 0);
    if (unknown.length > 0) throw new UsageError(`No vector is called ${unknown.join(', ')}: ringpost check-receiver --list names all.`);
    if (listOnly) {
      process.stdout.write(vectorTable(groups, vectorsFor(choice)));
      return 0;
    }
    if (url === undefined) throw new UsageError('<url> is missing.');
    const wanted = {
      ...choice,
      url,
      secret: secretIn(given.secret ?? process.env['RINGPOST_SIGNING_SECRET']),
      secondSecret: secondSecret ?? process.env['RINGPOST_SECOND_SIGNING_SECRET'] ?? null,
      standardWebhooks,
      processedUrl: processedUrl ?? null,
      failingHeaders: failingHeader,
      timeoutMs: contractTimeoutMs,
      load: loadOf(load, given.for, largestLoad),
    };
    const stopping = new AbortController();
    void untilSignal(stopping).then(() => process.stderr.write('\nStopping after the delivery under way. Again: at once.\n'));
    const controls = { listener: showProgress(process.stderr), now: () => new Date(), pause: () => delay(100), stop: stopping.signal };
    const run = await check(wanted, controls);
    process.stdout.write(receiverReport('terminal', run));
    const areWritten = writeReports(report, (kind) => receiverReport(kind, run));
    return hasFailed(run) || !areWritten ? 1 : 0;
  },
});

/** Lists the vectors by group: id, title, and what the receiver must do and why. */
function vectorTable(groups: Readonly<Record<string, string>>, vectors: readonly Vector[]): string {
  const lines = Object.entries(groups).flatMap(([group, name]) => {
    const own = vectors.filter((vector) => vector.group === group);
    return own.length === 0
      ? []
      : ['', `${group}: ${name}`, ...own.flatMap(({ id, title, rule }) => [`  ${id}: ${title}`, `      ${rule}`])];
  });
  return `${lines.join('\n').trimStart()}\n`;
}

function secretIn(given: string | undefined): string {
  if (!given) throw new UsageError('The signing secret is missing: give --secret or RINGPOST_SIGNING_SECRET.');
  if (given.includes('*'))
    throw new UsageError('This is the masked secret of a list. The whole one is shown once, when the endpoint is made.');
  return given;
}

function loadOf(
  rate: number | undefined,
  seconds: number | undefined,
  largest: { readonly rate: number; readonly seconds: number },
): { readonly rate: number; readonly ms: number } | null {
  if (rate === undefined) {
    if (seconds !== undefined) throw new UsageError('--for belongs to a load: give --load too.');
    return null;
  }
  if (rate > largest.rate) throw new UsageError(`--load takes at most ${largest.rate}/s.`);
  if (seconds === 0 || (seconds ?? 0) > largest.seconds) throw new UsageError(`--for takes from 1s to ${largest.seconds}s.`);
  return { rate, ms: (seconds ?? 60) * 1_000 };
}
