import { existsSync } from 'node:fs';
import { at, type Findings, items, text } from '../document.ts';
import { RedoclyError, redocly } from '../redocly.ts';

/** Checks that Redocly finds no error and no warning in the files, and that the ignore file hides none. */
export async function checkLint(files: readonly string[], ignoreFile: string): Promise<Findings> {
  const problems = (await Promise.all(files.map(lint))).flat();
  if (existsSync(ignoreFile)) problems.push(`${ignoreFile} hides problems. Solve them.`);
  return { checked: files.length, problems };
}

async function lint(file: string): Promise<readonly string[]> {
  const report = JSON.parse(await printed(file)) as unknown;
  return items(at(report, report, 'problems')).map((problem) => {
    const place = items(at(report, problem, 'location'))[0];
    return `${text(at(report, place, 'source', 'ref'))} ${text(at(report, place, 'pointer'))}: ${text(at(report, problem, 'message'))} (${text(at(report, problem, 'ruleId'))})`;
  });
}

/** Returns the linter's output. The linter exits with an error when it finds one, after it has printed everything. */
async function printed(file: string): Promise<string> {
  try {
    return await redocly(['lint', file, '--format', 'json', '--max-problems', '1000']);
  } catch (error) {
    if (error instanceof RedoclyError && error.out.startsWith('{')) return error.out;
    throw error;
  }
}
