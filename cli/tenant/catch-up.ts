import type { CallOptions } from '../../sdk/client/call-operation.ts';
import { catchUp as catchUpWith } from '../../sdk/client/catch-up.ts';
import { systemClock } from '../../sdk/client/settings.ts';
import type { CaughtUp } from '../../sdk/client.ts';
import { reasonOf } from '../../src/process/reason-of.ts';
import { untilSignal } from '../../src/process/until-signal.ts';
import { untilReachable } from '../../tools/listen/until-reachable.ts';
import { localMoment } from '../clients/moment.ts';
import { publicAddress } from '../clients/public-address.ts';
import { asking, publicOptions, told } from '../clients/public-command.ts';
import { paintFor } from '../parts/colour.ts';
import { command } from '../parts/command.ts';
import { fileContent, flag, httpUrl, moment, need, text } from '../parts/options.ts';
import { cellText } from '../parts/table.ts';
import { UsageError } from '../parts/usage-error.ts';
import { endpointsWith } from './endpoints.ts';

export const catchUp = command({
  summary: 'Sends again the webhooks that a receiver has never seen, with an API key alone.',
  options: {
    since: need(
      moment('Compare those that were made then or later, or so long ago at most by the clock of this machine; 30 days are listed.'),
    ),
    seen: text('What the receiver has seen: one delivery id a line; - for standard input.', 'FILE'),
    seenFrom: httpUrl('An address that answers with the same lines.'),
    seenNothing: flag('The receiver has seen nothing: everything is sent again.'),
    endpoint: text('Only those to this endpoint, by its id or name (all).'),
    dryRun: flag('Only say what would be sent.'),
    json: flag('Print each as a line of JSON.'),
    ...publicOptions,
  },
  notes: `It compares what the service has recorded with what the receiver has seen, by the id that receivers get as
X-Webhook-Delivery-Id, and sends what is missing, the oldest first. What the service itself still tries is left alone. The
key needs the scope webhooks. A list without an id is refused, since what makes it may have failed. A quarter of the
tenant's budgets is left to others: some 45 are sent a minute. It ends with 1 if something did not arrive.`,
  examples: [
    'ringpost catch-up --since 24h --seen handled.txt --dry-run',
    'psql crm -Atc "select delivery_id from handled" | ringpost catch-up --since 24h --seen - --endpoint CRM',
    'ringpost catch-up --since 2026-01-03T12:00:00Z --seen-from http://localhost:3000/seen',
  ],

  async run({ since, seen: file, seenFrom, seenNothing, endpoint, dryRun, json, ...address }) {
    if ([file !== undefined, seenFrom !== undefined, seenNothing].filter(Boolean).length !== 1)
      throw new UsageError('What has the receiver seen? Give one of --seen, --seen-from and --seen-nothing.');
    let seen = file === undefined ? null : idsIn(await fileContent(file, '--seen'), file);
    const stopping = new AbortController();
    const { signal } = stopping;
    void untilSignal(stopping);
    const found: CaughtUp[] = [];
    const catchingUp = asking(address, async (api) => {
      const id = endpoint === undefined ? null : (await endpointsWith(api, endpoint, { signal })).id;
      let recorded = 0;
      const isWanted = (delivery: CaughtUp['delivery']): boolean => {
        const wanted = id === null || delivery.endpoint.id === id;
        if (wanted) recorded += 1;
        return wanted;
      };
      // An address is asked once the list is read: it would not name yet what comes between.
      const wasSeen = async (id: string): Promise<boolean> => {
        seen ??= seenFrom === undefined ? new Set() : idsIn(await fetched(seenFrom, signal), seenFrom);
        return seen.has(id);
      };
      const isAway = (error: Error): void =>
        void process.stderr.write(`${told(error, publicAddress(address).baseUrl).message} It is asked again; the rest follows.\n`);
      const patient =
        <Input, Reply>(ask: (input: Input, options?: CallOptions) => Promise<Reply>) =>
        (input: Input) =>
          untilReachable(() => ask(input, { signal }), { sleep: systemClock.sleep, signal, isAway });
      // The list is not waited for: before the first is sent again, the command may be repeated at no cost.
      const [retryWebhookDelivery, readWebhookDelivery] = [patient(api.retryWebhookDelivery), patient(api.readWebhookDelivery)];
      const lasting = { ...api, retryWebhookDelivery, readWebhookDelivery, clock: systemClock };
      for await (const one of catchUpWith(lasting, { since: localMoment(since), wasSeen, isWanted, dryRun, signal })) {
        found.push(one);
        process.stdout.write(`${json ? JSON.stringify({ fate: one.fate, ...one.delivery }) : lineOf(one)}\n`);
      }
      if (!json) process.stderr.write(`${sumOf(recorded, found)}\n`);
      return found.some(hasNotArrived) ? 1 : 0;
    });
    return catchingUp.catch((error: unknown) => {
      if (!signal.aborted) throw error;
      process.stderr.write(`Stopped after ${found.length}. The same command goes on with what the receiver has not seen by then.\n`);
      return 130;
    });
  },
});

function idsIn(content: string, where: string): ReadonlySet<string> {
  const lines = content.split(/\r?\n/).map((line) => line.trim());
  const wrong = lines.findIndex((line) => line !== '' && !uuid.test(line));
  // If it is no list of ids, everything would be sent again.
  if (wrong >= 0) throw new UsageError(`Line ${wrong + 1} of ${where} is no delivery id: "${lines[wrong]?.slice(0, 60)}".`);
  if (lines.every((line) => line === ''))
    throw new UsageError(`${where} names no delivery id. If the receiver has seen nothing at all, give --seen-nothing.`);
  return new Set(lines.map((line) => line.toLowerCase()));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function fetched(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]) });
    if (!response.ok) throw new UsageError(`--seen-from: ${url} answers ${response.status}.`);
    return await response.text();
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`--seen-from: ${url} does not answer (${reasonOf(error)}).`);
  }
}

const hasNotArrived = ({ fate, delivery }: CaughtUp): boolean =>
  fate === 'refused' || (fate === 'sent_again' && delivery.status !== 'success');

function lineOf(one: CaughtUp): string {
  const { id, createdAt, eventType, endpoint } = one.delivery;
  const paint = paintFor(process.stdout);
  const fate = one.fate === 'on_its_way' || one.fate === 'missing' ? fateOf(one) : paint(fateOf(one), hasNotArrived(one) ? 'bad' : 'good');
  return `${createdAt}  ${id}  ${eventType}  ${cellText(endpoint.name)}  ${fate}`;
}

function fateOf(one: CaughtUp): string {
  const { status, errorMessage } = one.delivery;
  switch (one.fate) {
    case 'missing':
      return 'never seen';
    case 'on_its_way':
      return 'on its way';
    case 'refused':
      return `refused: ${one.refusal?.message}`;
    case 'sent_again':
      return status === 'success' ? 'sent again' : `sent again, ${status}: ${errorMessage ?? 'it waits for the webhook budget'}`;
  }
}

function sumOf(recorded: number, found: readonly CaughtUp[]): string {
  const count = (fate: CaughtUp['fate']): number => found.filter((one) => one.fate === fate).length;
  const parts = [
    [count('missing'), 'would be sent again'],
    [count('sent_again'), 'sent again'],
    [found.filter(hasNotArrived).length, 'not arrived'],
    [count('on_its_way'), 'on their way'],
  ] as const;
  const told = parts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : []));
  return [`${recorded} recorded`, `${recorded - found.length} of them seen`, ...told].join(', ').concat('.');
}
