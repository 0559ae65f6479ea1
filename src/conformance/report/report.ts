import type { Run } from '../run.ts';
import { coverageOf } from './coverage.ts';
import { harReport } from './har.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { terminalReport } from './terminal.ts';

export type FileReport = 'junit' | 'json' | 'html' | 'har';

export function reportText(kind: FileReport | 'terminal', run: Run): string {
  const coverage = coverageOf(run);
  switch (kind) {
    case 'terminal':
      return terminalReport(run, coverage);
    case 'junit':
      return junitReport(run);
    case 'json':
      return jsonReport(run, coverage);
    case 'html':
      return htmlReport(run, coverage);
    case 'har':
      return harReport(run);
  }
}
