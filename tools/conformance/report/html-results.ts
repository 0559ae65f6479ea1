import { countsOf, type Finding, type Result, type ResultGroup, type Verdict } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { type RuleResult, ruleCounts } from '../rules/results.ts';
import { type Alike, alike } from './alike.ts';
import { workflowOf } from './arazzo.ts';
import { type Cause, causesOf } from './causes.ts';
import { commandsOf, curlOf } from './curl.ts';
import { escaped } from './escaped.ts';
import type { Secrets } from './hiding.ts';

const words: Readonly<Record<Verdict, string>> = { pass: 'passed', fail: 'failed', warn: 'warned', skipped: 'skipped' };
const ruleWords: Readonly<Record<RuleResult['verdict'], string>> = {
  pass: 'holds',
  partly: 'looked at',
  warn: 'warned',
  skipped: 'not judged',
  fail: 'broken',
};

/** Counts the results by verdict. */
export function tally(results: readonly Result[]): string {
  const counts = countsOf(results);
  const parts = (['pass', 'fail', 'warn', 'skipped'] as const).map(
    (verdict) => `<li class="${verdict}${counts[verdict] === 0 ? ' none' : ''}"><b>${counts[verdict]}</b> ${words[verdict]}</li>`,
  );
  return `<ul class="tally">${parts.join('')}</ul>`;
}

/** Writes the results with this verdict in full, each with the requests that show it. */
export function section(title: string, all: readonly Result[], verdict: Verdict, secrets: Secrets): string {
  const results = all.filter((result) => result.verdict === verdict);
  if (results.length === 0) return '';
  const causes = verdict === 'fail' ? causesOf(results) : results.map((result) => ({ failure: result, others: [] }));
  return `<h2>${title}</h2>\n${contents(causes)}\n${causes.map((cause) => failure(cause, secrets)).join('\n')}`;
}

/** Lists the failures at a glance, before their details. */
const contents = (causes: readonly Cause[]): string =>
  `<ul class="contents">${causes.map(({ failure: { check } }) => `<li><a href="#${check.id}"><span class="id">${check.id}</span> ${escaped(check.title)}</a></li>`).join('')}</ul>`;

const shownFindings = 10;

function failure({ failure: { check, verdict, findings }, others }: Cause, secrets: Secrets): string {
  const { shown, more } = alike(findings, shownFindings);
  return `<section class="finding ${verdict}" id="${check.id}">
<h3><span class="id">${check.id}</span> ${escaped(check.title)}</h3>
<p class="rule">${escaped(check.rule)}</p>
${shown.map((each, index) => findingHtml(each, index, secrets)).join('\n')}
${more > 0 ? `<p>And ${more} more sentences of its kind.</p>` : ''}
${others.length > 0 ? `<p>The same stops:</p><ul>${others.map((other) => `<li id="${other.check.id}"><span class="id">${other.check.id}</span> ${escaped(other.check.title)}</li>`).join('')}</ul>` : ''}
</section>`;
}

function findingHtml({ message, finding }: Alike, index: number, secrets: Secrets): string {
  const { exchange, sequence = [] } = finding;
  if (!exchange) return `<p>${escaped(message)}</p>`;
  const whole = sequence.length > 1 ? sequenceHtml(finding, sequence, secrets) : exchangeHtml(exchange, secrets);
  return `<details${index === 0 ? ' open' : ''}><summary>${escaped(message)}</summary>${whole}</details>`;
}

/** Writes each request of a sequence behind its line, the last one open, and the ways to send them again. */
function sequenceHtml(finding: Finding, sequence: readonly Exchange[], secrets: Secrets): string {
  const steps = sequence.map((exchange, index) => {
    const line = `${exchange.request.method} ${exchange.request.path} → ${exchange.response.status}`;
    const open = index === sequence.length - 1 ? ' open' : '';
    return `<li><details${open}><summary><code>${escaped(line)}</code></summary>${exchangeHtml(exchange, secrets)}</details></li>`;
  });
  return `<h4>The ${sequence.length} requests, one after the other</h4><ol>${steps.join('\n')}</ol>
<h4>All again</h4><pre>${escaped(commandsOf(finding, secrets).map(cut).join('\n'))}</pre>
<details><summary>As a workflow for <code>--workflow</code>, beside the deployment’s <code>openapi.json</code></summary><pre>${escaped(workflowOf(finding))}</pre></details>`;
}

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

/** Writes every result as a row, under the heading of its group. */
export const groupTables = (groups: readonly ResultGroup[]): string =>
  groups
    .map(
      ({ name, results }) => `<h3>${escaped(name)}</h3>
<table><tbody>
${results.map(checkRow).join('\n')}
</tbody></table>`,
    )
    .join('\n');

/** Writes the rules that do not hold as a table, and all of them behind a line with their counts. */
export function ruleTables(rules: readonly RuleResult[]): string {
  if (rules.length === 0) return '';
  const rows = (those: readonly RuleResult[]): string => `<table><tbody>\n${those.map(ruleRow).join('\n')}\n</tbody></table>`;
  const broken = rules.filter(({ verdict }) => verdict === 'fail');
  return `<h2>Rules of the specification</h2>
${broken.length > 0 ? rows(broken) : ''}
<details><summary>Of the rules ${ruleCounts(rules)}</summary>${rows(rules)}</details>`;
}

const ruleRow = ({ id, says, verdict, by, reason }: RuleResult): string =>
  `<tr><td class="id">${id}</td><td><span class="verdict ${verdict}">${ruleWords[verdict]}</span></td><td>${escaped(says)}<br><small>${escaped(verdict === 'partly' ? `${by.join(', ')}; ${reason}` : (reason ?? by.join(', ')))}</small></td></tr>`;

function checkRow({ check, verdict, reason, exchanges, ms }: Result): string {
  const title = verdict === 'fail' || verdict === 'warn' ? `<a href="#${check.id}">${escaped(check.title)}</a>` : escaped(check.title);
  const note = reason === null ? escaped(check.rule) : `Skipped: ${escaped(reason)}`;
  return `<tr><td class="id">${check.id}</td><td><span class="verdict ${verdict}">${words[verdict]}</span></td><td>${title}<br><small>${note}</small></td><td class="number">${exchanges} ${exchanges === 1 ? 'request' : 'requests'}</td><td class="number">${(ms / 1_000).toFixed(1)} s</td></tr>`;
}
