import { groupsOf } from '../check.ts';
import type { Run } from '../run.ts';
import { arazzoReport } from './arazzo.ts';
import { harReport } from './har.ts';
import { type Secrets, secretsOf } from './hiding.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { partsOf } from './parts.ts';
import { terminalReport } from './terminal.ts';

export type FileReport = 'junit' | 'json' | 'html' | 'har' | 'arazzo';

export function reportText(kind: FileReport | 'terminal', run: Run): string {
  const secrets = secretsOf(run);
  return secrets.hiddenIn(written(kind, run, secrets));
}

function written(kind: FileReport | 'terminal', run: Run, secrets: Secrets): string {
  switch (kind) {
    case 'terminal':
      return terminalReport(run, partsOf(run), secrets);
    case 'junit':
      return junitReport(run, groupsOf(run.results), 'conformance', secrets, partsOf(run).rules);
    case 'json':
      return jsonReport(run, partsOf(run), secrets);
    case 'html':
      return htmlReport(run, partsOf(run), secrets);
    case 'arazzo':
      return arazzoReport(run);
    case 'har':
      return harReport(run, secrets);
  }
}
