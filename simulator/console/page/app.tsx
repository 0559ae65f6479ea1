import { useState } from 'preact/hooks';
import { actionsOf } from './actions.ts';
import { usePlacedCall } from './calls/placed-call.ts';
import { DetailPane } from './detail-pane.tsx';
import { useExpectations } from './expectations/kept-expectations.ts';
import { FormsPane } from './forms-pane.tsx';
import { useAddress } from './frame/address.ts';
import { Banner } from './frame/banner.tsx';
import { plural } from './frame/format.ts';
import { Said, type Saying } from './frame/said.tsx';
import { areShortcutsOn, useShortcuts } from './frame/shortcuts.ts';
import { ShortcutsDialog } from './frame/shortcuts-dialog.tsx';
import { Sights } from './frame/sights.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { keyActions, type ShownDialog } from './key-actions.ts';
import { useScenarios } from './link/scenarios.ts';
import { useService } from './link/service.ts';
import { ListPane } from './list/list-pane.tsx';
import { useListing } from './list/listing.ts';
import { useNavigation } from './navigation.ts';
import { useKeptRuns } from './runs/kept-runs.ts';
import { useTime } from './time/time.ts';
import { TimeDialog } from './time/time-dialog.tsx';
import { useFollowedModel } from './timeline/stream.ts';

export function App() {
  const { model, connection, redraw } = useFollowedModel();
  const [saying, setSaying] = useState<Saying>({ sentence: '' });
  const say = (sentence: string): void => setSaying({ sentence });
  const [shortcutsOn, setShortcutsOn] = useState(areShortcutsOn);
  const [dialog, setDialog] = useState<ShownDialog>('none');
  const scenarios = useScenarios(connection, model.resets);
  const service = useService();
  const time = useTime(model.timeSteps, connection);
  const kept = useKeptRuns();
  const expectations = useExpectations();
  const address = useAddress();
  const listing = useListing(model, address);
  const navigation = useNavigation(listing, address);
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
            listing.setFilter('');
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
          isLive={connection === 'live'}
          canCall={service?.canCall === true}
          filterField={navigation.filterField}
          onSelect={(key) => navigation.select(listing.tab, key)}
          onOpen={navigation.open}
        />
        <DetailPane
          {...{ model, service, time, scenarios, say }}
          chosen={listing.chosen}
          isGone={connection === 'live' && listing.selected !== null}
          select={navigation.select}
          onExpect={actions.expect}
          hangUp={actions.hangUp}
          pane={navigation.detail}
          onBack={navigation.close}
        />
      </main>
      <Sights sight={navigation.sight} onChoose={navigation.setSight} />
      <Said saying={saying} onGone={() => say('')} />
      {dialog === 'shortcuts' && <ShortcutsDialog isOn={shortcutsOn} onSwitch={setShortcutsOn} onClose={() => setDialog('none')} />}
      {dialog === 'time' && <TimeDialog time={time} say={say} onClose={() => setDialog('none')} />}
    </div>
  );
}
