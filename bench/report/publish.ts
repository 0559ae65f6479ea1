import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageOf } from './page.ts';
import { type Report, tableText } from './report.ts';

/** Prints a report and writes it as JSON and as a self-contained page; `npm run bench` puts several on one page. */
export async function publish(report: Report): Promise<void> {
  for (const { title, table, lines } of report.sections) {
    console.log(`\n${title}`);
    if (table) console.log(tableText(table));
    for (const line of lines ?? []) console.log(line);
  }
  const stem = await write(report.name, report, pageOf(report.title, [report]));
  console.log(`\n${stem}.json\n${stem}.html\n`);
  for (const line of report.verdict) console.log(line);
  process.send?.(report);
}

export async function write(name: string, data: unknown, page: string): Promise<string> {
  const folder = join(import.meta.dirname, '..', 'results');
  await mkdir(folder, { recursive: true });
  const stem = join(folder, `${name}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  await writeFile(`${stem}.json`, JSON.stringify(data, null, 2));
  await writeFile(`${stem}.html`, page);
  return stem;
}
