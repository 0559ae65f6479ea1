import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { CallForm } from './calls/call-form.tsx';
import { hangUpCall } from './calls/hang-up.ts';
import { replay } from './deliveries/replay.ts';
import type { Expected } from './expectations/expectation.ts';
import { Expectations } from './expectations/expectations.tsx';
import { useExpectations } from './expectations/kept-expectations.ts';
import { Faults } from './faults/faults.tsx';
import { Banner } from './frame/banner.tsx';
import { useFocusWhenDrawn } from './frame/focus-when-drawn.ts';
import { plural } from './frame/format.ts';
import { Said } from './frame/said.tsx';
import { areShortcutsOn, useShortcuts } from './frame/shortcuts.ts';
import { ShortcutsDialog } from './frame/shortcuts-dialog.tsx';
import { type Sight, Sights } from './frame/sights.tsx';
import { Tabs } from './frame/tabs.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { Inspector } from './inspector.tsx';
import { post, sentenceOf } from './link/api.ts';
import { useScenarios } from './link/scenarios.ts';
import { useService } from './link/service.ts';
import { chosenOf } from './list/chosen.ts';
import { type Filter, noFilter } from './list/filter.ts';
import { ListPane } from './list/list-pane.tsx';
import { rowsOf } from './list/rows-of.tsx';
import type { Tab } from './list/tab.ts';
import { Receivers } from './receivers/receivers.tsx';
import { useKeptRuns } from './runs/kept-runs.ts';
import { Runs } from './runs/runs.tsx';
import { type Task, type TaskFields, taskNames, tasks } from './task.ts';
import { TextForm } from './texts/text-form.tsx';
import { useTime } from './time/time.ts';
import { TimeDialog } from './time/time-dialog.tsx';
import { newModel } from './timeline/model.ts';
import { type Connection, follow } from './timeline/stream.ts';

type Selection = Readonly<Record<Tab, string | null>>;
const nothingSelected: Selection = { calls: null, deliveries: null, texts: null, timeline: null };

export function App() {
  const model = useRef(newModel()).current;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [connection, setConnection] = useState<Connection>('connecting');
  const [tab, setTab] = useState<Tab>('calls');
  const [task, setTask] = useState<Task>('call');
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [filter, setFilter] = useState<Filter>(noFilter);
  /** On a narrow screen only one part is visible: the forms, the list, or the details. */
  const [sight, setSight] = useState<Sight>('list');
  const [said, setSaid] = useState('');
  const [shortcutsOn, setShortcutsOn] = useState(areShortcutsOn);
  const [dialog, setDialog] = useState<'none' | 'shortcuts' | 'time'>('none');
  const scenarios = useScenarios(connection, model.resets);
  const service = useService();
  const time = useTime(model.timeSteps, connection);
  const kept = useKeptRuns();
  const expectations = useExpectations();
  const awaited = useRef<string | null>(null);
  const fields: TaskFields = { call: useRef<HTMLSelectElement>(null), text: useRef<HTMLSelectElement>(null) };
  const filterField = useRef<HTMLInputElement>(null);
  const detail = useRef<HTMLElement>(null);
  const focusWhenDrawn = useFocusWhenDrawn();

  useEffect(() => {
    const stream = follow(model, { changed: () => redraw(undefined), connection: setConnection });
    return () => stream.close();
  }, [model]);

  const say = useCallback((sentence: string) => setSaid(sentence), []);
  const sayWhy = useCallback((error: unknown) => setSaid(sentenceOf(error)), []);
  const select = (where: Tab, key: string | null): void => {
    setTab(where);
    setSelection((before) => ({ ...before, [where]: key }));
    if (key !== null) setSight('detail');
  };
  const open = (): void => {
    setSight('detail');
    focusWhenDrawn(() => detail.current);
  };

  // The call that was just placed is selected once the provider knows it.
  useEffect(() => {
    const call = awaited.current === null ? undefined : model.callOf.get(awaited.current);
    if (!call) return;
    awaited.current = null;
    setTab('calls');
    setSelection((before) => ({ ...before, calls: call.key }));
  });

  const rows = useMemo(() => rowsOf(model, tab, filter), [model.version, tab, filter]);
  const chosen = chosenOf(model, tab, selection[tab]);

  const hangUp = async (): Promise<void> => {
    if (chosen?.kind === 'call' && chosen.call.callId) await hangUpCall(chosen.call.callId).then(() => say('Hanging up.'), sayWhy);
  };
  const goTo = (where: Task): void => {
    setTask(where);
    setSight('forms');
    focusWhenDrawn(() => (where === 'call' || where === 'text' ? fields[where].current : null) ?? document.getElementById(`tab-${where}`));
  };
  const goToReceivers = (): void => {
    if (task !== 'text') setTask('call');
    setSight('forms');
    focusWhenDrawn(() => document.querySelector<HTMLElement>('.receivers button, .receivers summary'));
  };
  const close = (): void => {
    setSight('list');
    if (sight === 'list' && chosen) select(tab, null);
    focusWhenDrawn(() => document.querySelector<HTMLElement>('.windowed'));
  };
  const move = (by: 1 | -1): void => {
    const index = rows.findIndex(({ key }) => key === selection[tab]);
    const next = rows[Math.max(0, Math.min(rows.length - 1, index + by))];
    if (next) setSelection((before) => ({ ...before, [tab]: next.key }));
  };
  const expect = (expected: Expected): void => {
    expectations.add(expected);
    setTask('expect');
    setSight('forms');
    say('Expected from now on; “Check all” holds it against the next run.');
  };
  const forget = async (): Promise<void> => {
    // A failure to keep the run does not prevent the reset.
    await kept.keepCurrent().catch(() => undefined);
    await post('/reset');
    setSelection(nothingSelected);
    say('The simulator has forgotten everything. The run before is among the runs.');
  };

  useShortcuts(shortcutsOn && dialog === 'none', {
    c: () => goTo('call'),
    t: () => goTo('text'),
    e: () => goTo('expect'),
    u: () => goTo('runs'),
    f: goToReceivers,
    '/': () => filterField.current?.focus(),
    '1': () => setTab('calls'),
    '2': () => setTab('deliveries'),
    '3': () => setTab('texts'),
    '4': () => setTab('timeline'),
    j: () => move(1),
    k: () => move(-1),
    o: open,
    h: () => void hangUp(),
    r: () => {
      if (chosen?.kind === 'delivery') void replay(chosen.delivery).then(() => say('Replayed.'), sayWhy);
    },
    a: () => setDialog('time'),
    '?': () => setDialog('shortcuts'),
    Escape: close,
  });

  return (
    <div class="console" data-sight={sight} data-connection={connection}>
      <TopBar
        connection={connection}
        service={service}
        seed={scenarios.seed}
        time={time}
        say={say}
        onTime={() => setDialog('time')}
        onShortcuts={() => setDialog('shortcuts')}
        onReset={() => void forget().catch(sayWhy)}
      />
      <Banner connection={connection} timeProblem={time.problem} />
      <main class="panes">
        <section class="pane forms" aria-label="Do something">
          <Tabs label="What to do" ids={tasks} names={taskNames} current={task} onChoose={setTask} />
          <div class="pane-body">
            <div role="tabpanel" id={`panel-${task}`} aria-labelledby={`tab-${task}`}>
              <div hidden={task !== 'call'}>
                <CallForm
                  service={service}
                  scenarios={scenarios.calls}
                  firstField={fields.call}
                  onPlaced={(callId) => {
                    awaited.current = callId;
                    setFilter(noFilter);
                    setTab('calls');
                    setSight('list');
                    say('The call is placed.');
                    redraw(undefined);
                  }}
                />
              </div>
              <div hidden={task !== 'text'}>
                <TextForm
                  service={service}
                  scenarios={scenarios.texts}
                  firstField={fields.text}
                  onSent={(sentence) => {
                    setTab('texts');
                    setSight('list');
                    say(sentence);
                  }}
                />
              </div>
              {task === 'expect' && <Expectations kept={expectations} version={model.attempts} />}
              {task === 'runs' && (
                <Runs
                  version={model.requests}
                  kept={kept}
                  onPlayed={(requests) => {
                    setSelection(nothingSelected);
                    setSight('list');
                    say(`The run plays again: ${plural(requests, 'request')}, each at its time.`);
                  }}
                />
              )}
            </div>
            {(task === 'call' || task === 'text') && (
              <>
                <Receivers version={model.attempts + model.receivers.size} />
                <Faults version={model.faults} />
              </>
            )}
          </div>
        </section>

        <ListPane
          model={model}
          tab={tab}
          rows={rows}
          filter={filter}
          filterField={filterField}
          selected={selection[tab]}
          onTab={setTab}
          onFilter={setFilter}
          onSelect={(key) => {
            setSelection((before) => ({ ...before, [tab]: key }));
            if (matchMedia('(max-width: 1080px)').matches) setSight('detail');
          }}
          onOpen={open}
        />

        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Enter in the list brings the focus here, to be read and scrolled. */}
        <section class="pane inspector" aria-label="Details" tabIndex={0} ref={detail}>
          <button type="button" class="quiet back" onClick={close}>
            ‹ Back
          </button>
          <Inspector
            chosen={chosen}
            model={model}
            service={service}
            time={time}
            scenarios={scenarios}
            say={say}
            select={select}
            onExpect={expect}
            hangUp={hangUp}
          />
        </section>
      </main>
      <Sights sight={sight} onChoose={setSight} />
      <Said sentence={said} onGone={() => setSaid('')} />
      {dialog === 'shortcuts' && <ShortcutsDialog isOn={shortcutsOn} onSwitch={setShortcutsOn} onClose={() => setDialog('none')} />}
      {dialog === 'time' && <TimeDialog time={time} say={say} onClose={() => setDialog('none')} />}
    </div>
  );
}
