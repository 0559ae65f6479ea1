import { groupsOf, outcomeOf } from '../check.ts';
import type { Run } from '../run.ts';
import type { Coverage } from './coverage.ts';
import { escaped } from './escaped.ts';
import type { Secrets } from './hiding.ts';
import { htmlPage, utc } from './html-page.ts';
import { groupTables, ruleTables, section, tally } from './html-results.ts';
import { missingSentence } from './missing-operations.ts';
import type { Parts } from './parts.ts';

/** Writes the run as one self-contained file: verdicts, each failure with its request and answer, and the coverage. */
export function htmlReport(run: Run, { coverage, rules }: Parts, secrets: Secrets): string {
  const { target, profile, seed } = run.wanted;
  const missing = missingSentence(run.results);
  const outcome = outcomeOf(run.results);
  return htmlPage({
    title: `Conformance of ${target.baseUrl}`,
    isGood: outcome === 'nothing judged' ? null : outcome === 'conforms',
    verdict: verdicts[outcome],
    head: `<p><code>${escaped(target.baseUrl)}</code></p>
<p>${utc(run.startedAt)} · profile ${profile} · seed ${seed} · ${run.exchanges.length} requests and ${run.deliveries.length} webhooks in ${(run.ms / 1_000).toFixed(1)} s · ${escaped(run.pacing)}</p>
${tally(run.results)}${missing === null ? '' : `\n<p>${escaped(missing)}</p>`}`,
    main: `${section('Failures', run.results, 'fail', secrets)}
${section('Warnings', run.results, 'warn', secrets)}
${ruleTables(rules)}
<h2>Coverage of the documents</h2>
${coverage.map(coverageRow).join('\n')}
<h2>All checks</h2>
${groupTables(groupsOf(run.results))}`,
  });
}

const verdicts = { conforms: 'Conforms', fails: 'Does not conform', 'nothing judged': 'Nothing was judged' } as const;

function coverageRow({ what, seen, all, missing }: Coverage): string {
  const percent = all.length === 0 ? 100 : Math.floor((seen.length / all.length) * 100);
  const bar = `<span class="bar"><i style="width:${percent}%"></i></span>`;
  const row = `<span class="what">${escaped(what)}</span>${bar}<span class="of">${seen.length} of ${all.length}</span>`;
  if (missing.length === 0) return `<div class="coverage">${row}</div>`;
  return `<details class="coverage"><summary>${row}</summary><p>Not seen: ${missing.map((each) => `<code>${escaped(each)}</code>`).join(' ')}</p></details>`;
}
