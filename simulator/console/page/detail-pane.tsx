import type { Ref } from 'preact';
import { CallDetail } from './calls/call-detail.tsx';
import { DeliveryDetail } from './deliveries/delivery-detail.tsx';
import type { Expected } from './expectations/expectation.ts';
import { FirstSteps } from './frame/first-steps.tsx';
import { Empty } from './frame/parts.tsx';
import type { KnownScenarios } from './link/scenarios.ts';
import type { Service } from './link/service.ts';
import type { Chosen } from './list/chosen.ts';
import type { Tab } from './list/tab.ts';
import { TextDetail } from './texts/text-detail.tsx';
import type { TimeState } from './time/time.ts';
import { EntryDetail } from './timeline/entry-detail.tsx';
import type { Model } from './timeline/model.ts';

interface InspectorProps {
  readonly chosen: Chosen | null;
  /** Is true if the address names something that is not here. */
  readonly isGone: boolean;
  readonly model: Model;
  readonly service: Service | null | undefined;
  readonly time: TimeState;
  readonly scenarios: KnownScenarios;
  readonly say: (sentence: string) => void;
  readonly select: (tab: Tab, key: string) => void;
  readonly onExpect: (expected: Expected) => void;
  readonly hangUp: () => Promise<void>;
}

interface DetailPaneProps extends InspectorProps {
  readonly pane: Ref<HTMLElement>;
  readonly onBack: () => void;
}

/** The details of the chosen item, with the way back to the list on a narrow screen. */
export function DetailPane({ pane, onBack, ...inspected }: DetailPaneProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Enter in the list brings the focus here, to be read and scrolled.
    <section class="pane inspector" aria-label="Details" tabIndex={0} ref={pane}>
      <button type="button" class="quiet back" onClick={onBack}>
        ‹ Back
      </button>
      <Inspector {...inspected} />
    </section>
  );
}

function Inspector({ chosen, isGone, model, service, time, scenarios, say, select, onExpect, hangUp }: InspectorProps) {
  const onDelivery = (key: string): void => select('deliveries', key);
  switch (chosen?.kind) {
    case undefined:
      if (isGone)
        return (
          <Empty title="It is not here">
            The simulator has forgotten what the address names, was started anew, or has never seen it. Esc leads back to the list.
          </Empty>
        );
      return <FirstSteps canCall={service?.canCall === true} />;
    case 'call': {
      const { call } = chosen;
      return (
        <CallDetail
          key={call.key}
          call={call}
          service={service}
          seed={scenarios.seed ?? 0}
          scenario={scenarios.calls.find(({ name }) => name === call.scenario)}
          onDelivery={onDelivery}
          onExpect={onExpect}
          hangUp={hangUp}
        />
      );
    }
    case 'delivery': {
      const { delivery } = chosen;
      const call = model.callOf.get(delivery.callId ?? '');
      return (
        <DeliveryDetail
          key={delivery.key}
          delivery={delivery}
          service={service}
          time={time}
          say={say}
          onExpect={onExpect}
          onCall={call ? () => select('calls', call.key) : null}
        />
      );
    }
    case 'text':
      return <TextDetail key={chosen.text.key} text={chosen.text} onDelivery={onDelivery} />;
    case 'entry':
      return (
        <EntryDetail
          entry={chosen.entry}
          cause={model.entries.find(({ seq }) => seq === chosen.entry.causedBy)}
          onCause={(seq) => select('timeline', String(seq))}
        />
      );
  }
}
