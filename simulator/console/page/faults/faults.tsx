import { plural } from '../frame/format.ts';
import { Mark, Problem } from '../frame/parts.tsx';
import { post, remove, type Schemas } from '../link/api.ts';
import { useReading } from '../link/reading.ts';

/** The faults of links, beside the receivers' programmes: faults of the providers' links, and random ones. */

type Fault = Schemas['Fault'];
type NewFault = Schemas['NewFault'];

const usual: readonly (readonly [string, NewFault])[] = [
  ['Voice provider down', { link: 'voice', answer: '503' }],
  ['Next call unheard', { link: 'voice', answer: 'reset', processed: true, times: 1 }],
  ['Text provider down', { link: 'texts', answer: '503' }],
  ['Every second webhook late', { link: 'receivers', answer: 'delay:10500', every: 2 }],
  ['One webhook in five lost', { link: 'receivers', answer: 'reset', probability: 0.2 }],
];

const links: Readonly<Record<Fault['link'], string>> = { receivers: 'webhooks', voice: 'the voice provider', texts: 'the text provider' };

export function Faults({ version }: { version: number }) {
  const { answer, problem, change } = useReading<{ faults: readonly Fault[] }>('/faults', version);
  const faults = answer?.faults ?? [];
  return (
    <section class="receivers" aria-label="Faults on the way">
      <h2>Faults on the way</h2>
      {problem && <Problem>{problem}</Problem>}
      <fieldset class="chips" aria-label="Add a fault">
        {usual.map(([name, fault]) => (
          <button key={name} type="button" class="chip" onClick={() => void change(post('/faults', fault))}>
            {name}
          </button>
        ))}
      </fieldset>
      {faults.length > 0 && (
        <ul class="plain faults">
          {faults.map((fault) => (
            <FaultLine key={fault.id} fault={fault} takeAway={() => void change(remove(`/faults/${fault.id}`))} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FaultLine({ fault, takeAway }: { fault: Fault; takeAway: () => void }) {
  return (
    <li>
      <Mark tone="wait" />
      <span>
        {fault.answer} on {links[fault.link]}
        <span class="muted">, struck {plural(fault.hit, 'time')}</span>
      </span>
      <button type="button" class="quiet" aria-label={`Take ${fault.answer} on ${links[fault.link]} away`} onClick={takeAway}>
        ✕
      </button>
    </li>
  );
}
