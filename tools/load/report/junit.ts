import { escaped } from '../../conformance/report/escaped.ts';
import type { LoadRun } from '../run.ts';
import type { Judged } from '../thresholds.ts';
import { accountLine, reached } from './parts.ts';

/** Writes JUnit XML as CI servers read it: a case for each threshold, and two for what no run passes without. */
export function junitReport(run: LoadRun): string {
  const itself = { 'something was sent': run.whole.counts.sent > 0, 'the run was played to its end': !run.wasStopped };
  const asked: readonly Judged[] = [
    ...run.judged,
    ...Object.entries(itself).map(([text, holds]) => ({ text, value: null, holds, cannotTell: null })),
  ];
  const skipped = asked.filter(({ cannotTell }) => cannotTell !== null).length;
  const failures = asked.filter(({ holds }) => !holds).length - skipped;
  const cases = asked.map((judged) => {
    const { text, value, holds, cannotTell } = judged;
    const opening = `    <testcase classname="load" name="${escaped(text)}"`;
    if (holds) return `${opening}/>`;
    return cannotTell !== null
      ? `${opening}><skipped message="${escaped(`cannot be judged: ${reached(judged)}`)}"/></testcase>`
      : `${opening}><failure message="${escaped(`it is ${value ?? 'not there'}`)}">${escaped(accountLine(run))}</failure></testcase>`;
  });
  const counted = `tests="${asked.length}" failures="${failures}" skipped="${skipped}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counted} time="${run.seconds.toFixed(3)}">
  <testsuite name="${escaped(run.title)}" ${counted}>
${cases.join('\n')}
    <system-out>${escaped(accountLine(run))}</system-out>
  </testsuite>
</testsuites>
`;
}
