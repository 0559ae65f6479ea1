import { escaped } from '../../conformance/report/escaped.ts';
import type { LoadRun } from '../run.ts';
import { accountLine } from './parts.ts';

/** Writes JUnit XML as CI servers read it: a case for each threshold. */
export function junitReport(run: LoadRun): string {
  const failures = run.judged.filter(({ holds }) => !holds).length;
  const cases = run.judged.map(({ text, value, holds }) => {
    const opening = `    <testcase classname="load" name="${escaped(text)}"`;
    return holds
      ? `${opening}/>`
      : `${opening}><failure message="${escaped(`it is ${value ?? 'not there'}`)}">${escaped(accountLine(run))}</failure></testcase>`;
  });
  const counted = `tests="${run.judged.length}" failures="${failures}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counted} time="${run.seconds.toFixed(3)}">
  <testsuite name="${escaped(run.title)}" ${counted}>
${cases.join('\n')}
    <system-out>${escaped(accountLine(run))}</system-out>
  </testsuite>
</testsuites>
`;
}
