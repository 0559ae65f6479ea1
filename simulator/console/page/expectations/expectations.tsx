import { Button } from '../frame/button.tsx';
import { CopyButton, Mark, Problem } from '../frame/parts.tsx';
import { useWork } from '../frame/use-work.ts';
import { ContractKept } from './contract-kept.tsx';
import { conditionsOf, type Expectation, lineOf, type Result, titleOf } from './expectation.ts';
import { ExpectationForm } from './expectation-form.tsx';
import type { KeptExpectations } from './kept-expectations.ts';

/** Shows the expectations, their results, and if the contract was kept. */
export interface ExpectationsProps {
  readonly kept: KeptExpectations;
  /** Grows with each arrival. */
  readonly version: number;
}

export function Expectations({ kept, version }: ExpectationsProps) {
  const { isBusy, run } = useWork();
  return (
    <div class="compose">
      <ContractKept version={version} />
      <section class="card" aria-label="Expected">
        <header>
          <h3>Expected</h3>
          {kept.list.length > 0 && <span class="muted">{tally(kept)}</span>}
        </header>
        {kept.list.length === 0 && (
          <p class="hint">Nothing yet. Press “Expect” on a webhook or a call that went right, and hold the next run against it.</p>
        )}
        {kept.list.length > 0 && (
          <div class="chips">
            <Button class="chip" isOff={isBusy} onClick={() => void run(kept.checkAll)}>
              {isBusy ? 'Checking…' : 'Check all'}
            </Button>
            <CopyButton label="Copy as test" name="Copy as test" text={() => `${kept.list.map(lineOf).join('\n')}\n`} />
          </div>
        )}
        <ul class="plain expectations">
          {kept.list.map((expectation) => (
            <li key={expectation.id}>
              <ExpectationCard
                expectation={expectation}
                result={kept.results.get(expectation.id)}
                onRemove={() => kept.remove(expectation.id)}
              />
            </li>
          ))}
        </ul>
        {kept.problem && <Problem>{kept.problem}</Problem>}
      </section>
      <ExpectationForm onExpect={kept.add} />
    </div>
  );
}

function tally({ list, results }: KeptExpectations): string {
  const met = list.filter(({ id }) => results.get(id)?.isMet).length;
  return `${met} of ${list.length} met`;
}

interface ExpectationCardProps {
  readonly expectation: Expectation;
  readonly result: Result | undefined;
  readonly onRemove: () => void;
}

function ExpectationCard({ expectation, result, onRemove }: ExpectationCardProps) {
  const title = titleOf(expectation);
  return (
    <div class="expectation">
      <Mark
        tone={result === undefined ? 'quiet' : result.isMet ? 'good' : 'bad'}
        label={result === undefined ? 'not checked' : result.isMet ? 'met' : 'not met'}
      />
      <div>
        <strong>{title}</strong>
        <span class="muted">{conditionsOf(expectation).join(' · ')}</span>
        {result && <p class={result.isMet ? 'muted' : 'bad-word'}>{result.says}</p>}
      </div>
      <button type="button" class="quiet" aria-label={`Expect no longer: ${title}`} onClick={onRemove}>
        ✕
      </button>
    </div>
  );
}
