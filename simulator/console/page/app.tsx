import { useState } from 'preact/hooks';
import { actionsOf } from './actions.ts';
import { usePlacedCall } from './calls/placed-call.ts';
import { DetailPane } from './detail-pane.tsx';
import { useExpectations } from './expectations/kept-expectations.ts';
import { FormsPane } from './forms-pane.tsx';
import { Banner } from './frame/banner.tsx';
import { plural } from './frame/format.ts';
import { Said } from './frame/said.tsx';
import { areShortcutsOn, useShortcuts } from './frame/shortcuts.ts';
import { Sights } from './frame/sights.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { keyActions } from './key-actions.ts';
import { useScenarios } from './link/scenarios.ts';
import { useService } from './link/service.ts';
import { noFilter } from './list/filter.ts';
import { ListPane } from './list/list-pane.tsx';
import { useListing } from './list/listing.ts';
import { useNavigation } from './navigation.ts';
import { PageDialog, type ShownDialog } from './page-dialog.tsx';
import { useKeptRuns } from './runs/kept-runs.ts';
import { useTime } from './time/time.ts';
import { useFollowedModel } from './timeline/followed-model.ts';

export function App() {
  const { model, connection, redraw } = useFollowedModel();
  const [said, say] = useState('');
  const [shortcutsOn, setShortcutsOn] = useState(areShortcutsOn);
  const [dialog, setDialog] = useState<ShownDialog>('none');
  const scenarios = useScenarios(connection, model.resets);
  const service = useService();
  const time = useTime(model.timeSteps, connection);
  const kept = useKeptRuns();
  const expectations = useExpectations();
  const listing = useListing(model);
  const navigation = useNavigation(listing);
  const awaitCall = usePlacedCall(model, listing);
  const actions = actionsOf({ listing, navigation, kept, expectations, say });
  useShortcuts(shortcutsOn && dialog === 'none', keyActions(listing, navigation, actions, setDialog));

  return (
    <div class="console" data-sight={navigation.sight} data-connection={connection}>
      <TopBar
        connection={connection}
        service={service}
        seed={scenarios.seed}
        time={time}
        say={say}
        onTime={() => setDialog('time')}
        onShortcuts={() => setDialog('shortcuts')}
        onReset={actions.forget}
      />
      <Banner connection={connection} timeProblem={time.problem} />
      <main class="panes">
        <FormsPane
          {...{ model, service, scenarios, expectations, kept }}
          task={navigation.task}
          fields={navigation.fields}
          onTask={navigation.setTask}
          onPlaced={(callId) => {
            awaitCall(callId);
            listing.setFilter(noFilter);
            listing.setTab('calls');
            navigation.setSight('list');
            say('The call is placed.');
            redraw();
          }}
          onSent={(sentence, tab = 'texts') => {
            listing.setTab(tab);
            navigation.setSight('list');
            say(sentence);
          }}
          onPlayed={(requests) => {
            listing.chooseNothing();
            navigation.setSight('list');
            say(`The run plays again: ${plural(requests, 'request')}, each at its time.`);
          }}
        />
        <ListPane
          model={model}
          listing={listing}
          filterField={navigation.filterField}
          onSelect={(key) => {
            listing.choose(listing.tab, key);
            if (matchMedia('(max-width: 1080px)').matches) navigation.setSight('detail');
          }}
          onOpen={navigation.open}
        />
        <DetailPane
          {...{ model, service, time, scenarios, say }}
          chosen={listing.chosen}
          select={navigation.select}
          onExpect={actions.expect}
          hangUp={actions.hangUp}
          pane={navigation.detail}
          onBack={navigation.close}
        />
      </main>
      <Sights sight={navigation.sight} onChoose={navigation.setSight} />
      <Said sentence={said} onGone={() => say('')} />
      <PageDialog {...{ time, shortcutsOn, say }} shown={dialog} onShortcuts={setShortcutsOn} onClose={() => setDialog('none')} />
    </div>
  );
}
