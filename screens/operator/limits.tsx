import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../simulator/console/page/frame/button.tsx';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { useChange } from '../parts/use-change.ts';
import { change, type Schemas } from './api.ts';

type Given = Schemas['TenantView']['limits'];

const names: Readonly<Record<keyof Given, string>> = {
  concurrentCalls: 'Calls at once',
  writesPerMinute: 'Writes a minute',
  readsPerMinute: 'Reads a minute',
  callEventsPerMinute: 'Call events a minute',
  textEventsPerMinute: 'Text events a minute',
};
const limitsInOrder = Object.keys(names) as (keyof Given)[];

/** What a tenant may do at once and in a minute. */
export function Limits({ path, limits, onDone }: { path: string; limits: Given; onDone: () => void }) {
  const [typed, setTyped] = useState<Partial<Record<keyof Given, string>>>({});
  const shown = (limit: keyof Given): string => typed[limit] ?? String(limits[limit]);
  const changed = limitsInOrder.filter((limit) => shown(limit) !== String(limits[limit]));
  const isSame = changed.length === 0;
  // What was saved is typed no more: a later change by others is shown in its place.
  useEffect(() => {
    // What is typed before this runs stays.
    if (isSame) setTyped((now) => (now === typed ? {} : now));
  }, [isSame]);
  const { isBusy, problem, run } = useChange();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // Another operator may have changed the others meanwhile.
    const numbers = Object.fromEntries(changed.map((limit) => [limit, Number(shown(limit))]));
    void run(() => change<'updateTenant'>('PATCH', path, { limits: numbers })).then((isDone) => isDone && onDone());
  };
  return (
    <>
      <h2>Limits</h2>
      <form class="facets" aria-label="Limits" onSubmit={submit}>
        {limitsInOrder.map((limit) => (
          <label key={limit}>
            {names[limit]}
            <input
              type="number"
              required
              value={shown(limit)}
              onInput={({ currentTarget }) => setTyped({ ...typed, [limit]: currentTarget.value })}
            />
          </label>
        ))}
        <Button type="submit" class="primary" isOff={isBusy || isSame}>
          Save the limits
        </Button>
        <span class="muted whole">{isSame ? 'Each process keeps to them within five seconds.' : 'Not saved yet.'}</span>
        {problem !== null && <Problem>{problem}</Problem>}
      </form>
    </>
  );
}
