import { commandHelp } from '../../cli/help.ts';
import { checkReceiver } from '../../cli/judges/check-receiver.ts';
import { conformance } from '../../cli/judges/conformance.ts';
import { asyncApiDocument } from '../../src/contract/documents.ts';
import { markdownTable } from '../../src/contract/markdown-table.ts';
import { vectorList } from '../../src/contract/reading-matter.ts';
import { errorCatalogue } from './catalogue.ts';
import { contractChanges } from './contract-changes.ts';
import { asyncApi } from './documents.ts';
import { eventMessages } from './event-pages.ts';
import { fenced } from './fenced.ts';
import { lintScore } from './lint-score.ts';
import { operationSections } from './operations.ts';
import type { Making } from './pages.ts';
import { publishedFileTable } from './published-files.ts';
import { runbookPages } from './runbook-pages.ts';

/** Tables and lists that pages ask for by name. */
export const generatedParts: Readonly<Record<string, (making: Making) => string | Promise<string>>> = {
  errors: errorTables,
  events: () => eventTable(),
  'retry schedule': retrySchedule,
  'webhook buckets': () => webhookBuckets(),
  vectors: () => vectorList(asyncApiDocument()),
  runbooks: runbookList,
  'conformance help': () => fenced('text', commandHelp('conformance', conformance)),
  'check-receiver help': () => fenced('text', commandHelp('check-receiver', checkReceiver)),
  operations: operationSections,
  'published files': ({ address }) => publishedFileTable(address),
  'lint score': lintScore,
  'contract changes': ({ kept }) => contractChanges(kept),
};

function errorTables(): string {
  const byApi = new Map<string, string[][]>();
  for (const [code, refusals] of errorCatalogue())
    for (const { api, status, cause } of refusals)
      byApi.set(api, [...(byApi.get(api) ?? []), [`[\`${code}\`](site:errors/${code}.html)`, String(status), cause]]);
  return [...byApi].map(([api, rows]) => `## ${api}\n\n${markdownTable(['code', 'status', 'why'], rows)}`).join('\n\n');
}

const eventTable = (): string =>
  markdownTable(
    ['event', 'sent when'],
    eventMessages().map(({ name, description }) => [`[\`${name}\`](site:events/${name}.html)`, description]),
  );

/** Counted from the moment of the event, as each pause comes after the attempt before it. */
function retrySchedule(): string {
  const { attempts, retryDelaysSeconds } = asyncApi()['x-delivery'];
  let at = 0;
  const rows = Array.from({ length: attempts }, (_, place) => {
    const pause = place === 0 ? 0 : (retryDelaysSeconds[place - 1] ?? 0);
    at += pause;
    return [String(place + 1), place === 0 ? 'at once' : `${duration(pause)} after the one before`, place === 0 ? '' : duration(at)];
  });
  return markdownTable(['attempt', 'when', 'since the event'], rows);
}

function duration(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

const webhookBuckets = (): string =>
  markdownTable(
    ['events', 'first attempts a minute, for each tenant'],
    asyncApi()['x-delivery'].buckets.map(({ events, perMinute }) => [events.map((name) => `\`${name}\``).join(', '), String(perMinute)]),
  );

async function runbookList(): Promise<string> {
  const pages = await runbookPages('runbooks');
  const saying = (markdown: string): string => markdown.split('\n\n')[1] ?? '';
  return markdownTable(
    ['alert', 'it says'],
    pages.map(({ path, title, markdown }) => [`[${title}](site:${path}.html)`, saying(markdown)]),
  );
}
