import type { Result, ResultGroup, Verdict } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { type Alike, alike } from './alike.ts';
import { curlOf } from './curl.ts';
import { escaped } from './escaped.ts';
import type { Secrets } from './hiding.ts';

const words: Readonly<Record<Verdict, string>> = { pass: 'passed', fail: 'failed', warn: 'warned', skipped: 'skipped' };

/** Counts the results by verdict. */
export function tally(results: readonly Result[]): string {
  const parts = (['pass', 'fail', 'warn', 'skipped'] as const).map((verdict) => {
    const count = results.filter((result) => result.verdict === verdict).length;
    return `<li class="${verdict}${count === 0 ? ' none' : ''}"><b>${count}</b> ${words[verdict]}</li>`;
  });
  return `<ul class="tally">${parts.join('')}</ul>`;
}

/** Writes the results with this verdict in full, each with the requests that show it. */
export function section(title: string, all: readonly Result[], verdict: Verdict, secrets: Secrets): string {
  const results = all.filter((result) => result.verdict === verdict);
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

function checkRow({ check, verdict, reason, exchanges, ms }: Result): string {
  const title = verdict === 'fail' || verdict === 'warn' ? `<a href="#${check.id}">${escaped(check.title)}</a>` : escaped(check.title);
  const note = reason === null ? escaped(check.rule) : `Skipped: ${escaped(reason)}`;
  return `<tr><td class="id">${check.id}</td><td><span class="verdict ${verdict}">${words[verdict]}</span></td><td>${title}<br><small>${note}</small></td><td class="number">${exchanges} ${exchanges === 1 ? 'request' : 'requests'}</td><td class="number">${(ms / 1_000).toFixed(1)} s</td></tr>`;
}
