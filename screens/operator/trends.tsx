import type { ComponentChildren } from 'preact';
import { Bars, type Bin, binned, type Part } from '../../simulator/console/page/frame/bars.tsx';
import { plural, span } from '../../simulator/console/page/frame/format.ts';
import { errorBudgetUsed } from '../../src/measures/objective.ts';
import { Answered } from '../parts/answered.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { type Answer, read } from './api.ts';

type Series = Answer<'readMeasures'>['series'];

/** What the process that answers has measured, as small plots of one axis of time. */
export function Trends() {
  const asked = useAnswer('measures', () => read<'readMeasures'>('/measures'), 30_000);
  return (
    <Answered asked={asked}>
      {({ at, series }) =>
        at.length < 2 ? (
          <p class="muted">It is measured once a minute, and the process that answers has just begun.</p>
        ) : (
          <>
            <ul class="trends" aria-label="Measures">
              <OfCalls at={at} series={series} />
              <OfDeliveries at={at} series={series} />
              <OfUpkeep at={at} series={series} />
            </ul>
            <p class="muted">
              From {at[0]?.slice(11, 16)}Z to {at.at(-1)?.slice(11, 16)}Z, as the process that answers has counted since it began. Lag,
              backlog and live calls are those of all processes.
            </p>
          </>
        )
      }
    </Answered>
  );
}

interface Measured {
  readonly at: readonly string[];
  readonly series: Series;
}

const OfCalls = ({ at, series }: Measured) => (
  <>
    <Trend name="Calls placed" parts={[part(at, series.callsPlaced, 'sum', 'success'), part(at, series.callsNotPlaced, 'sum', 'failed')]}>
      {last(series.callsPlaced)} in the last minute; {plural(sum(series.callsPlaced), 'call')}, {sum(series.callsNotPlaced)} not placed
    </Trend>
    <Trend name="Live calls" parts={[part(at, series.liveCalls, 'most', 'level')]}>
      {last(series.liveCalls)} now, at most {most(series.liveCalls)}
    </Trend>
    <Trend name="Providers" parts={[part(at, series.callbacksRefused, 'sum', 'failed'), part(at, series.breakerOpen, 'sum', 'open')]}>
      The voice provider is {last(series.breakerOpen) > 0 ? 'down' : 'up'}, and was down for {plural(sum(series.breakerOpen), 'minute')};{' '}
      {plural(sum(series.callbacksRefused), 'callback')} refused
    </Trend>
  </>
);

const OfDeliveries = ({ at, series }: Measured) => (
  <>
    <Trend name="Lag" parts={[part(at, series.lagSeconds, 'most', 'level')]}>
      {span(last(series.lagSeconds))} now, at most {span(most(series.lagSeconds))}
    </Trend>
    <Trend name="Backlog" parts={[part(at, series.due, 'most', 'failed'), part(at, series.scheduled, 'most', 'open')]}>
      {last(series.due)} due and {last(series.scheduled)} for later now; at most {most(series.due)} due
    </Trend>
    <Trend name="Attempts" parts={[part(at, series.attemptsAccepted, 'sum', 'success'), part(at, series.attemptsFailed, 'sum', 'failed')]}>
      {sum(series.attemptsAccepted).toLocaleString('en')} accepted, {sum(series.attemptsFailed).toLocaleString('en')} not
    </Trend>
  </>
);

const OfUpkeep = ({ at, series }: Measured) => (
  <>
    <Trend name="Late attempts" parts={[part(at, series.attemptsLate, 'sum', 'failed')]}>
      {objectiveOf(sum(series.attemptsBegun), sum(series.attemptsLate))}
    </Trend>
    <Trend name="Failed turns of background work" parts={[part(at, series.choresFailed, 'sum', 'failed')]}>
      {plural(sum(series.choresFailed), 'turn')} failed
    </Trend>
  </>
);

/** A small plot with its name above and what it comes to below. */
const Trend = ({ name, parts, children }: { name: string; parts: readonly Part[]; children: ComponentChildren }) => (
  <li class="trend">
    <span class="figure-name">{name}</span>
    <Bars parts={parts} />
    <span class="muted">{children}</span>
  </li>
);

/** What the objective of the deployment's documentation came to: 99.9 % within 30 s. */
function objectiveOf(begun: number, late: number): string {
  if (begun === 0) return 'No attempt has begun: nothing of the error budget is used';
  const [inTime, used] = [(100 * (begun - late)) / begun, errorBudgetUsed(begun, late)];
  const budget =
    used > 1 ? `the error budget is used ${Math.round(used)} times over` : `${Math.round(100 * used)} % of the error budget is used`;
  return `${inTime.toFixed(2)} % began within 30 s; ${budget}`;
}

const part = (at: readonly string[], values: readonly number[], by: Bin, kind: Part['kind']): Part => ({
  kind,
  values: binned(at, values, { by }),
});

const last = (values: readonly number[]): number => values.at(-1) ?? 0;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const most = (values: readonly number[]): number => Math.max(0, ...values);
