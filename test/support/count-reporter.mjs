// Writes the counts that `npm test` prints at its end as JSON, once the last test has run. Suites and files do not
// count as tests. The file is plain JavaScript because node's runner loads reporters before its TypeScript support.

import { basename } from 'node:path';

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} events */
export default async function* countReporter(events) {
  const leftOut = {};
  const ended = [];
  let ran = 0;
  let failed = 0;
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    // A skipped suite does not say how many tests it has, so it counts as one.
    if (data.details.type === 'suite' && data.skip === undefined) {
      // A suite also fails by itself: its file cannot be loaded, or a hook fails.
      if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed') failed += 1;
      continue;
    }
    // A whole process is reported where no file was left for it, and where it failed although its tests did not.
    if (data.file?.endsWith(data.name)) {
      const { error } = data.details;
      if (error) ended.push(`${basename(data.name)} ended with ${error.signal ?? error.exitCode ?? error.cause}`);
      continue;
    }
    if (type === 'test:fail') failed += 1;
    if (data.skip === undefined) ran += 1;
    else leftOut[data.skip] = (leftOut[data.skip] ?? 0) + 1;
  }
  yield JSON.stringify({ ran, failed, leftOut, ended });
}
