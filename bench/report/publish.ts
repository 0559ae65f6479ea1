import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tableText } from '../../tools/load/report/table.ts';
import type { Report } from './report.ts';

/** Prints a report and writes it as JSON; `npm run bench` puts several into one file. */
export async function publish(report: Report): Promise<void> {
  for (const { title, table, lines } of report.sections) {
    console.log(`\n${title}`);
    if (table) console.log(tableText(table));
    for (const line of lines ?? []) console.log(line);
  }
  console.log(`\n${await write(report.name, report)}\n`);
  for (const line of report.verdict) console.log(line);
  process.send?.(report);
}

/** Writes data into a file of its own in `results/`, and the page that shows it beside that. Returns their paths. */
export async function write(name: string, data: unknown, page?: string): Promise<string> {
  const folder = join(import.meta.dirname, '..', 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  await writeFile(`${file}.json`, JSON.stringify(data, null, 2));
  if (page === undefined) return `${file}.json`;
  await writeFile(`${file}.html`, page);
  return `${file}.json\n${file}.html`;
}
