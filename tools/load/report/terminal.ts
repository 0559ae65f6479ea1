import type { LoadRun } from '../run.ts';
import { isLate } from '../thresholds.ts';
import { aboutOf, accountLine, durationsOf, milliseconds, outcomeOf, passed, reached, verdictOf, wordOf, wrongCounts } from './parts.ts';
import { cellsOf, tableText } from './table.ts';

/** Writes the run for a terminal: the phases, the durations, what is wrong, the thresholds, and the account as the last line. */
export function terminalReport(run: LoadRun): string {
  const { phases, whole, knee, unseen, judged, reconciled } = run;
  const phaseRows = phases.map(({ name, rate, seconds, achieved, counts: c }) => [
    name,
    rate === null ? '-' : String(rate),
    achieved.toFixed(1),
    `${seconds.toFixed(0)} s`,
    ...[c.sent, c.refused, c.failed, c.dropped, c.held].map(String),
  ]);
  const durationRows = durationsOf(whole).map(([name, summary]) => [name, ...cellsOf(summary)]);
  const wrong = wrongCounts(run).flatMap(([name, number]) => [
    `${name} ${number}: ${aboutOf(name, reconciled)}`,
    ...reconciled.examples.filter(({ count }) => count === name).map(({ about }) => `    ${about}`),
  ]);
  return [
    '',
    tableText([['phase', 'rate/s', 'answered/s', 'for', 'sent', 'refused', 'failed', 'dropped', 'held'], ...phaseRows]),
    '',
    tableText([['duration', 'count', 'p50', 'p90', 'p99', 'p99.9', 'max'], ...durationRows]),
    ...(knee === null ? [] : ['', knee === 0 ? 'It kept up at no rate.' : `It kept up at up to ${knee}/s.`]),
    ...lateSender(run),
    ...unexpectedAnswers(run),
    ...(unseen.length > 0 ? ['', 'Not seen:', ...unseen.map((sentence) => `  ${sentence}`)] : []),
    ...(wrong.length > 0 ? ['', ...wrong] : []),
    '',
    ...judged.map((each) => `${wordOf(each)}  ${each.text} (${reached(each)})`),
    passed(run) ? 'passed' : `${outcomeOf(run).toUpperCase()}: ${verdictOf(run)}`,
    accountLine(run),
    '',
  ].join('\n');
}

/** Says which answers were refusals and failures, the most frequent first. */
export function unexpectedAnswers({ whole }: Pick<LoadRun, 'whole'>): readonly string[] {
  const sorted = [...whole.unexpected].sort(([, one], [, other]) => other - one);
  return sorted.length === 0 ? [] : ['', 'Not as expected:', ...sorted.slice(0, 10).map(([what, times]) => `  ${times} × ${what}`)];
}

/** A generator that was late itself has measured itself. */
export function lateSender({ whole }: Pick<LoadRun, 'whole'>): readonly string[] {
  const late = whole.sendLag.at(0.99);
  return !isLate(late) ? [] : ['', `This machine itself was late to send (p99 ${milliseconds(late)}): the durations are those of both.`];
}
