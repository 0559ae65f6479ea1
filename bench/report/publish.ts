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

/** Into a file of its own in `results/`; its path. */
export async function write(name: string, data: unknown): Promise<string> {
  const folder = join(import.meta.dirname, '..', 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`);
  await writeFile(file, JSON.stringify(data, null, 2));
  return file;
}
