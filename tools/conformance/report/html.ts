import { groupOf, groups, type Result, type Verdict } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import type { Run } from '../run.ts';
import { type Alike, alike } from './alike.ts';
import type { Coverage } from './coverage.ts';
import { curlOf } from './curl.ts';
import { escaped } from './escaped.ts';
import type { Secrets } from './hiding.ts';
import { htmlStyle } from './html-style.ts';

/** Writes the run as one self-contained file: verdicts, each failure with its request and answer, and the coverage. */
export function htmlReport(run: Run, coverage: readonly Coverage[], secrets: Secrets): string {
  const { target, profile, seed } = run.wanted;
  const failed = run.results.some(({ verdict }) => verdict === 'fail');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Conformance of ${escaped(target.baseUrl)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<header class="${failed ? 'bad' : 'good'}">
<h1>${failed ? 'Does not conform' : 'Conforms'}</h1>
<p><code>${escaped(target.baseUrl)}</code></p>
<p>${run.startedAt.toISOString().replace('T', ' ').slice(0, 19)} UTC · profile ${profile} · seed ${seed} · ${run.exchanges.length} requests and ${run.deliveries.length} webhooks in ${(run.ms / 1_000).toFixed(1)} s · ${escaped(run.pacing)}</p>
${tally(run.results)}
</header>
<main>
${section('Failures', run, 'fail', secrets)}
${section('Warnings', run, 'warn', secrets)}
<h2>Coverage of the documents</h2>
${coverage.map(coverageRow).join('\n')}
<h2>All checks</h2>
${Object.entries(groups)
  .map(([letter, name]) => groupTable(letter, name, run.results))
  .join('\n')}
</main>
</body>
</html>
`;
}

const words: Readonly<Record<Verdict, string>> = { pass: 'passed', fail: 'failed', warn: 'warned', skipped: 'skipped' };

function tally(results: readonly Result[]): string {
  const parts = (['pass', 'fail', 'warn', 'skipped'] as const).map((verdict) => {
    const count = results.filter((result) => result.verdict === verdict).length;
    return `<li class="${verdict}${count === 0 ? ' none' : ''}"><b>${count}</b> ${words[verdict]}</li>`;
  });
  return `<ul class="tally">${parts.join('')}</ul>`;
}

function section(title: string, run: Run, verdict: Verdict, secrets: Secrets): string {
  const results = run.results.filter((result) => result.verdict === verdict);
  if (results.length === 0) return '';
  return `<h2>${title}</h2>\n${contents(results)}\n${results.map((result) => failure(result, secrets)).join('\n')}`;
}

/** Lists the failures at a glance, before their details. */
const contents = (results: readonly Result[]): string =>
  `<ul class="contents">${results.map(({ check }) => `<li><a href="#${check.id}"><span class="id">${check.id}</span> ${escaped(check.title)}</a></li>`).join('')}</ul>`;

const shownFindings = 10;

function failure({ check, verdict, findings }: Result, secrets: Secrets): string {
  const { shown, more } = alike(findings, shownFindings);
  return `<section class="finding ${verdict}" id="${check.id}">
<h3><span class="id">${check.id}</span> ${escaped(check.title)}</h3>
<p class="rule">${escaped(check.rule)}</p>
${shown.map((each, index) => findingHtml(each, index, secrets)).join('\n')}
${more > 0 ? `<p>And ${more} more sentences of its kind.</p>` : ''}
</section>`;
}

const findingHtml = ({ message, finding: { exchange } }: Alike, index: number, secrets: Secrets): string =>
  exchange
    ? `<details${index === 0 ? ' open' : ''}><summary>${escaped(message)}</summary>${exchangeHtml(exchange, secrets)}</details>`
    : `<p>${escaped(message)}</p>`;

function exchangeHtml(exchange: Exchange, secrets: Secrets): string {
  const { request, response, check, seq } = exchange;
  return `<p class="quiet">Request ${seq}, by ${check}, answered in ${exchange.ms.toFixed(0)} ms</p>
<h4>Request</h4><pre>${escaped(message(`${request.method} ${request.path}`, hidden(request.headers, secrets), request.body?.toString('utf8') ?? ''))}</pre>
<h4>Answer</h4><pre>${escaped(message(String(response.status), response.headers, response.text))}</pre>
<h4>Again</h4><pre>${escaped(cut(curlOf(exchange, secrets)))}</pre>`;
}

const message = (first: string, headers: Readonly<Record<string, string>>, body: string): string =>
  [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ...(body === '' ? [] : ['', cut(body)])].join('\n');

const hidden = ({ authorization, ...headers }: Readonly<Record<string, string>>, secrets: Secrets): Readonly<Record<string, string>> =>
  authorization === undefined ? headers : { authorization: secrets.authorization(authorization), ...headers };

const cut = (text: string): string => (text.length > 4_000 ? `${text.slice(0, 4_000)}\n… ${text.length - 4_000} characters more` : text);

function coverageRow({ what, seen, all }: Coverage): string {
  const missing = all.filter((each) => !seen.includes(each));
  const percent = all.length === 0 ? 100 : Math.floor((seen.length / all.length) * 100);
  const bar = `<span class="bar"><i style="width:${percent}%"></i></span>`;
  const row = `<span class="what">${escaped(what)}</span>${bar}<span class="of">${seen.length} of ${all.length}</span>`;
  if (missing.length === 0) return `<div class="coverage">${row}</div>`;
  return `<details class="coverage"><summary>${row}</summary><p>Not seen: ${missing.map((each) => `<code>${escaped(each)}</code>`).join(' ')}</p></details>`;
}

function groupTable(letter: string, name: string, results: readonly Result[]): string {
  const own = results.filter(({ check }) => groupOf(check.id) === letter);
  if (own.length === 0) return '';
  return `<h3>${letter} ${escaped(name)}</h3>
<table><tbody>
${own.map(checkRow).join('\n')}
</tbody></table>`;
}

function checkRow({ check, verdict, reason, exchanges, ms }: Result): string {
  const title = verdict === 'fail' || verdict === 'warn' ? `<a href="#${check.id}">${escaped(check.title)}</a>` : escaped(check.title);
  const note = reason === null ? escaped(check.rule) : `Skipped: ${escaped(reason)}`;
  return `<tr><td class="id">${check.id}</td><td><span class="verdict ${verdict}">${words[verdict]}</span></td><td>${title}<br><small>${note}</small></td><td class="number">${exchanges} ${exchanges === 1 ? 'request' : 'requests'}</td><td class="number">${(ms / 1_000).toFixed(1)} s</td></tr>`;
}
