import { once } from '../../../src/contract/documents.ts';
import { groupsOf } from '../check.ts';
import type { Run } from '../run.ts';
import { arazzoReport } from './arazzo.ts';
import { harReport } from './har.ts';
import { type Secrets, secretsOf } from './hiding.ts';
import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { type Parts, partsOf } from './parts.ts';
import { terminalReport } from './terminal.ts';

export type FileReport = 'junit' | 'json' | 'html' | 'har' | 'arazzo';

/** What several reports of a run tell or hide is found out once: it takes longer than to write a report. */
interface Known {
  readonly secrets: Secrets;
  readonly parts: () => Parts;
}
const known = new WeakMap<Run, Known>();

export function reportText(kind: FileReport | 'terminal', run: Run): string {
  const { secrets, parts } = known.get(run) ?? { secrets: secretsOf(run), parts: once(() => partsOf(run)) };
  known.set(run, { secrets, parts });
  return secrets.hiddenIn(written(kind, run, { secrets, parts }));
}

function written(kind: FileReport | 'terminal', run: Run, { secrets, parts }: Known): string {
  switch (kind) {
    case 'terminal':
      return terminalReport(run, parts(), secrets);
    case 'junit':
      return junitReport(run, groupsOf(run.results), 'conformance', secrets, parts().rules);
    case 'json':
      return jsonReport(run, parts(), secrets);
    case 'html':
      return htmlReport(run, parts(), secrets);
    case 'arazzo':
      return arazzoReport(run);
    case 'har':
      return harReport(run, secrets);
  }
}
