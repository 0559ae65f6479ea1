import type { ComponentChildren } from 'preact';
import { span } from './format.ts';

/** An attempt with its place in time, in milliseconds. */
export interface Tried {
  readonly startedAt: number;
  /** Is null until there is an answer. */
  readonly durationMs: number | null;
  readonly isAccepted: boolean;
}

export interface WaterfallProps<Attempt> {
  /** Is when what is sent was made, or came first. */
  readonly from: number;
  readonly fromWord?: string;
  readonly attempts: readonly Attempt[];
  readonly timesOf: (attempt: Attempt) => Tried;
  /** Shows an attempt, and how long it came after the one before. */
  readonly children: (attempt: Attempt, gap: string | null) => ComponentChildren;
  readonly next: { readonly at: number; readonly line: ComponentChildren } | null;
}

/**
 * Shows attempts one below the other on one axis of time, from the event to the last thing that is known of its delivery. A thin line
 * leads from each attempt to the next: the gap. The bar beside is how long the answer took.
 */
export function Waterfall<Attempt>({ from, fromWord = 'made', attempts, timesOf, children, next }: WaterfallProps<Attempt>) {
  const tried = attempts.map(timesOf);
  const to = Math.max(from + 1, ...tried.map(endOf), next?.at ?? 0);
  const axis: Axis = { from: Math.min(from, ...tried.map(({ startedAt }) => startedAt)), to };
  const slowest = Math.max(leastSlowestMs, ...tried.map(({ durationMs }) => durationMs ?? 0));
  const before = (index: number): number => (index === 0 ? from : endOf(tried[index - 1] as Tried));
  return (
    <>
      <ol class="waterfall" aria-label="Attempts">
        {attempts.map((attempt, index) => {
          const times = tried[index] as Tried; // It was made from the same list.
          const gap = index === 0 ? null : lapse(times.startedAt - before(index));
          return (
            <li key={index}>
              {children(attempt, gap)}
              <div class="drawn">
                <OnAxis axis={axis} gapFrom={before(index)} from={times.startedAt} to={endOf(times)} tone={toneOf(times)} />
                <Latency share={(times.durationMs ?? 0) / slowest} tone={toneOf(times)} />
              </div>
            </li>
          );
        })}
        {next && (
          <li>
            {next.line}
            <div class="drawn">
              <OnAxis axis={axis} gapFrom={before(attempts.length)} from={next.at} to={next.at} tone="planned" />
            </div>
          </li>
        )}
      </ol>
      <p class="ends muted">
        <span>{fromWord}</span>
        <span>{lapse(to - from)} later</span>
      </p>
    </>
  );
}

/** The bars of answers are drawn to this scale if none was slower. */
const leastSlowestMs = 1_000;

const lapse = (ms: number): string => (ms < 1_000 ? `${Math.max(0, Math.round(ms))} ms` : span(ms / 1_000));
const endOf = ({ startedAt, durationMs }: Tried): number => startedAt + (durationMs ?? 0);
const toneOf = ({ durationMs, isAccepted }: Tried): string => (durationMs === null ? 'planned' : isAccepted ? 'good' : 'bad');

interface Axis {
  readonly from: number;
  readonly to: number;
}

/** Per mille of the axis; a bar is always wide enough to be seen. */
const axisWidth = 1_000;
const leastWidth = 6;

function OnAxis({ axis, gapFrom, from, to, tone }: { axis: Axis; gapFrom: number; from: number; to: number; tone: string }) {
  const placeOf = (time: number): number => ((time - axis.from) / (axis.to - axis.from)) * axisWidth;
  const width = Math.min(axisWidth, Math.max(leastWidth, placeOf(to) - placeOf(from)));
  const x = Math.min(axisWidth - width, Math.max(0, placeOf(from)));
  const gapStart = Math.min(x, Math.max(0, placeOf(gapFrom)));
  return (
    <svg class="axis" viewBox={`0 0 ${axisWidth} 8`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="ground" width={axisWidth} height="8" />
      <rect class="gap" x={gapStart} y="3" width={x - gapStart} height="2" />
      <rect class={tone} x={x} width={width} height="8" />
    </svg>
  );
}

function Latency({ share, tone }: { share: number; tone: string }) {
  return (
    <svg class="latency" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ground" width="100" height="8" />
      <rect class={tone} width={Math.max(2, 100 * share)} height="8" />
    </svg>
  );
}
