import { span } from '../frame/format.ts';
import type { CallRow, Step } from '../timeline/rows.ts';
import { isLive } from './call-standing.ts';

/** Shows a call's stages from dialling to its report, each filled when it was reached. A skipped stage stays empty. */
export function Lane({ call }: { call: CallRow }) {
  const reached = new Set(['dialled', ...call.steps.map(({ state }) => state)]);
  const at = call.steps.at(-1);
  const live = isLive(call);
  const current = stages.findLastIndex(({ state }) => reached.has(state));
  return (
    <div class="lane">
      <div class="track" aria-hidden="true">
        {stages.map(({ state }, index) => (
          <i key={state} class={`${reached.has(state) ? 'reached' : ''} ${live && index === current ? 'now' : ''}`} />
        ))}
      </div>
      <span class="lane-word muted">{laneWord(call, at)}</span>
    </div>
  );
}

const stages = [
  { state: 'dialled', name: 'dialling' },
  { state: 'ringing', name: 'ringing' },
  { state: 'in-progress', name: 'talking' },
  { state: 'ended', name: 'ended' },
  { state: 'reported', name: 'reported' },
] as const;

function laneWord(call: CallRow, at: Step | undefined): string {
  if (call.providerCallId === null) return 'nobody was dialled';
  const talked = talkSeconds(call.steps);
  if (at === undefined) return 'dialling';
  if (at.state === 'ringing') return 'ringing';
  if (at.state === 'in-progress') return 'talking';
  if (at.state === 'ending') return 'hanging up';
  if (talked !== null) return `talked ${span(talked)}`;
  return at.storySeconds === null ? 'over' : `over after ${span(at.storySeconds)}`;
}

function talkSeconds(steps: readonly Step[]): number | null {
  const from = steps.find(({ state }) => state === 'in-progress')?.storySeconds;
  const to = steps.find(({ state }) => state === 'ended')?.storySeconds;
  return from === undefined || from === null || to === undefined || to === null ? null : to - from;
}
