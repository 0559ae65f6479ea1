import { untilSignal } from '../../src/process/until-signal.ts';
import { outcomeOf } from '../../tools/conformance/check.ts';
import type { FileReport } from '../../tools/conformance/report/report.ts';
import { writeReports } from './report-option.ts';

export interface PassiveGiven {
  readonly secret: string | undefined;
  readonly failures: number;
  readonly receiverPort?: number | undefined;
  readonly receiverUrl?: string | undefined;
}

/** Prints an address, waits for what is sent there and reports on it. Resolves with the exit code. */
export async function judgePassively(
  { secret = process.env['RINGPOST_SIGNING_SECRET'], failures, receiverPort, receiverUrl }: PassiveGiven,
  reports: readonly { readonly kind: FileReport; readonly file: string }[],
): Promise<number> {
  const { passiveResults, receivePassively } = await import('../../tools/conformance/passive.ts');
  const { reportText } = await import('../../tools/conformance/report/report.ts');
  const stopping = new AbortController();
  void untilSignal(stopping);
  const [startedAt, began] = [new Date(), performance.now()];
  let baseUrl = '';
  const wanted = { receiver: { port: receiverPort ?? 0, url: receiverUrl ?? null }, secret: secret ?? null, failures };
  const told = {
    address(url: string): void {
      baseUrl = url;
      process.stdout.write(`Make your service send an event to\n\n  ${url}\n\n${plan(failures)} Ctrl-C judges what has come so far.\n\n`);
    },
    attempt: (delivery: { readonly at: Date; readonly body: Buffer }, nth: number): void =>
      void process.stderr.write(`${delivery.at.toISOString()} attempt ${nth}, ${delivery.body.length} bytes\n`),
  };
  const deliveries = await receivePassively(wanted, told, stopping.signal);
  const target = { baseUrl, apiKey: null, secondTenantKey: null, scopedKeys: {}, operator: null, simulatorUrl: null, receiver: null };
  const run = {
    wanted: { target, profile: 'full' as const, seed: 0, only: [] },
    startedAt,
    ms: performance.now() - began,
    pacing: 'nothing was asked, and time was real',
    results: passiveResults(deliveries, wanted.secret),
    keys: new Set(secret ? [secret] : []),
    tenants: [],
    clockMovedSeconds: 0,
    exchanges: [],
    deliveries,
    scenarios: null,
  };
  process.stdout.write(reportText('terminal', run));
  const areWritten = writeReports(reports, (kind) => reportText(kind, run));
  return areWritten && outcomeOf(run.results) === 'conforms' ? 0 : 1;
}

const plan = (failures: number): string =>
  failures === 0
    ? 'The first attempt is answered with 200.'
    : `The first ${failures} attempts of each delivery are answered with 500 and the next with 200, so the run takes as long as the retries do.`;
