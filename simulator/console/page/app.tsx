import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { get, post, type Schemas, sentenceOf } from './api.ts';
import { CallDetail, EntryDetail, hangUpCall, TextDetail } from './call-detail.tsx';
import { CallForm, TextForm } from './compose.tsx';
import { DeliveryDetail, replay } from './delivery-detail.tsx';
import { ClockDialog, ShortcutsDialog } from './dialogs.tsx';
import { deliveryStanding, isLive, textStanding } from './explain.ts';
import { Faults } from './faults.tsx';
import { CallLine, DeliveryLine, EntryLine, saysOf, TextLine } from './lists.tsx';
import { type CallRow, type DeliveryRow, type Entry, newModel, type TextRow } from './model.ts';
import { Empty } from './parts.tsx';
import { Receivers } from './receivers.tsx';
import { useService } from './service.ts';
import { areShortcutsOn, useShortcuts } from './shortcuts.ts';
import { type Connection, follow } from './stream.ts';
import { TopBar } from './top-bar.tsx';
import { WindowedList } from './windowed-list.tsx';

const tabs = ['calls', 'deliveries', 'texts', 'timeline'] as const;
type Tab = (typeof tabs)[number];
const tabNames: Readonly<Record<Tab, string>> = { calls: 'Calls', deliveries: 'Webhooks', texts: 'Texts', timeline: 'Timeline' };

const panes = ['call', 'text'] as const;
type Pane = (typeof panes)[number];
const paneNames: Readonly<Record<Pane, string>> = { call: 'Call', text: 'Text' };

type Selection = Readonly<Record<Tab, string | null>>;
const nothingSelected: Selection = { calls: null, deliveries: null, texts: null, timeline: null };

export function App() {
  const model = useRef(newModel()).current;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [connection, setConnection] = useState<Connection>('connecting');
  const [tab, setTab] = useState<Tab>('calls');
  const [pane, setPane] = useState<Pane>('call');
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [filter, setFilter] = useState('');
  const [onlyOpen, setOnlyOpen] = useState(false);
  /** On a narrow screen one thing is in sight: the forms, the list, or the details. */
  const [sight, setSight] = useState<'forms' | 'list' | 'detail'>('list');
  const [said, setSaid] = useState('');
  const [shortcutsOn, setShortcutsOn] = useState(areShortcutsOn);
  const [dialog, setDialog] = useState<'none' | 'shortcuts' | 'clock'>('none');
  const scenarios = useScenarios(connection);
  const service = useService();
  const awaited = useRef<string | null>(null);
  const callField = useRef<HTMLSelectElement>(null);
  const textField = useRef<HTMLSelectElement>(null);
  const filterField = useRef<HTMLInputElement>(null);
  const detail = useRef<HTMLElement>(null);

  useEffect(() => {
    const stream = follow(model, { changed: () => redraw(undefined), connection: setConnection });
    return () => stream.close();
  }, [model]);

  const say = useCallback((sentence: string) => setSaid(sentence), []);
  const select = (where: Tab, key: string | null): void => {
    setTab(where);
    setSelection((before) => ({ ...before, [where]: key }));
    if (key !== null) setSight('detail');
  };
  const open = (): void => {
    setSight('detail');
    requestAnimationFrame(() => detail.current?.focus());
  };

  // The call that was just placed is selected as soon as the provider has heard of it.
  useEffect(() => {
    const call = awaited.current === null ? undefined : model.callOf.get(awaited.current);
    if (!call) return;
    awaited.current = null;
    setTab('calls');
    setSelection((before) => ({ ...before, calls: call.key }));
  });

  const rows = useMemo(() => rowsOf(model, tab, filter, onlyOpen), [model.version, tab, filter, onlyOpen]);
  const call = model.calls.get(selection.calls ?? '');
  const delivery = model.deliveries.get(selection.deliveries ?? '');
  const text = model.texts.get(selection.texts ?? '');
  const entry = tab === 'timeline' ? model.entries.find(({ seq }) => String(seq) === selection.timeline) : undefined;
  const chosen = { calls: call, deliveries: delivery, texts: text, timeline: entry }[tab];

  const hangUp = async (): Promise<void> => {
    if (!call?.callId) return;
    await hangUpCall(call.callId).then(
      () => say('Hanging up.'),
      (error: unknown) => say(sentenceOf(error)),
    );
  };
  const goTo = (where: Pane): void => {
    setPane(where);
    setSight('forms');
    requestAnimationFrame(() => (where === 'call' ? callField : textField).current?.focus());
  };
  const goToReceivers = (): void => {
    setSight('forms');
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.receivers button, .receivers summary')?.focus());
  };
  const close = (): void => {
    setSight('list');
    if (sight === 'list' && chosen) select(tab, null);
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.windowed')?.focus());
  };
  const move = (by: 1 | -1): void => {
    const index = rows.findIndex(({ key }) => key === selection[tab]);
    const next = rows[Math.max(0, Math.min(rows.length - 1, index + by))];
    if (next) setSelection((before) => ({ ...before, [tab]: next.key }));
  };

  useShortcuts(shortcutsOn && dialog === 'none', {
    c: () => goTo('call'),
    t: () => goTo('text'),
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
      if (tab === 'deliveries' && delivery)
        void replay(delivery).then(
          () => say('Replayed.'),
          (error: unknown) => say(sentenceOf(error)),
        );
    },
    a: () => setDialog('clock'),
    '?': () => setDialog('shortcuts'),
    Escape: close,
  });

  return (
    <div class="console" data-sight={sight} data-connection={connection}>
      <TopBar
        connection={connection}
        service={service}
        seed={scenarios.seed}
        onClock={() => setDialog('clock')}
        onShortcuts={() => setDialog('shortcuts')}
        onReset={() =>
          void post('/reset').then(
            () => {
              setSelection(nothingSelected);
              say('The simulator has forgotten everything.');
            },
            (error: unknown) => say(sentenceOf(error)),
          )
        }
      />
      {connection === 'lost' && (
        <p class="banner" role="alert">
          The simulator is gone. What you see is what it said last; the console looks for it every second.
        </p>
      )}
      <main class="panes">
        <section class="pane forms" aria-label="Do something">
          <Tabs label="What to do" ids={panes} names={paneNames} current={pane} onChoose={setPane} />
          <div class="pane-body">
            <div role="tabpanel" id={`panel-${pane}`} aria-labelledby={`tab-${pane}`}>
              <div hidden={pane !== 'call'}>
                <CallForm
                  service={service.service}
                  scenarios={scenarios.calls}
                  firstField={callField}
                  onPlaced={(callId) => {
                    awaited.current = callId;
                    setFilter('');
                    setOnlyOpen(false);
                    setTab('calls');
                    setSight('list');
                    say('The call is placed.');
                    redraw(undefined);
                  }}
                />
              </div>
              <div hidden={pane !== 'text'}>
                <TextForm
                  service={service.service}
                  scenarios={scenarios.texts}
                  firstField={textField}
                  onSent={(sentence) => {
                    setTab('texts');
                    setSight('list');
                    say(sentence);
                  }}
                />
              </div>
            </div>
            <Receivers version={model.attempts + model.receivers.size} />
            <Faults version={model.faults} />
          </div>
        </section>

        <section class="pane list" aria-label="What happened">
          <Tabs label="What to see" ids={tabs} names={tabNames} current={tab} onChoose={setTab} counts={countsOf(model)} />
          <div class="list-tools">
            <input
              ref={filterField}
              type="search"
              placeholder="Filter by number, id, story, event"
              aria-label="Filter the list"
              value={filter}
              onInput={(event) => setFilter(event.currentTarget.value)}
            />
            {tab !== 'timeline' && (
              <button type="button" class="chip" aria-pressed={onlyOpen} onClick={() => setOnlyOpen(!onlyOpen)}>
                {tab === 'calls' ? 'Live' : tab === 'deliveries' ? 'Not accepted' : 'Not delivered'}
              </button>
            )}
          </div>
          <div class="list-body" role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
            {rows.length === 0 ? (
              <NothingHere tab={tab} isFiltered={filter !== '' || onlyOpen} />
            ) : (
              <WindowedList<Row>
                key={tab}
                label={tabNames[tab]}
                rows={rows}
                keyOf={({ key }) => key}
                rowHeight={tab === 'timeline' ? 34 : 60}
                selected={selection[tab]}
                onSelect={(key) => {
                  setSelection((before) => ({ ...before, [tab]: key }));
                  if (matchMedia('(max-width: 1080px)').matches) setSight('detail');
                }}
                onOpen={open}
              >
                {({ line }) => line()}
              </WindowedList>
            )}
          </div>
        </section>

        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Enter in the list brings the focus here, to be read and scrolled. */}
        <section class="pane inspector" aria-label="Details" tabIndex={0} ref={detail}>
          <button type="button" class="quiet back" onClick={close}>
            ‹ Back
          </button>
          {!chosen && <Empty title="Nothing chosen">Choose a call or a webhook, and see what happened and why.</Empty>}
          {tab === 'calls' && call && (
            <CallDetail
              key={call.key}
              call={call}
              service={service.service}
              seed={scenarios.seed ?? 0}
              scenario={scenarios.calls.find(({ name }) => name === call.scenario)}
              version={model.version}
              onDelivery={(key) => select('deliveries', key)}
              hangUp={hangUp}
            />
          )}
          {tab === 'deliveries' && delivery && (
            <DeliveryDetail
              key={delivery.key}
              delivery={delivery}
              service={service}
              version={model.version}
              say={say}
              onCall={callOfDelivery(model.callOf.get(delivery.callId ?? ''), (key) => select('calls', key))}
            />
          )}
          {tab === 'texts' && text && <TextDetail key={text.key} text={text} onDelivery={(key) => select('deliveries', key)} />}
          {tab === 'timeline' && entry && (
            <EntryDetail
              entry={entry}
              cause={model.entries.find(({ seq }) => seq === entry.causedBy)}
              onCause={(seq) => select('timeline', String(seq))}
            />
          )}
        </section>
      </main>
      <nav class="sights" aria-label="Parts of the page">
        <button type="button" aria-pressed={sight === 'forms'} onClick={() => setSight('forms')}>
          Do
        </button>
        <button type="button" aria-pressed={sight === 'list'} onClick={() => setSight('list')}>
          See
        </button>
        <button type="button" aria-pressed={sight === 'detail'} onClick={() => setSight('detail')}>
          Details
        </button>
      </nav>
      <Said sentence={said} onGone={() => setSaid('')} />
      {dialog === 'shortcuts' && <ShortcutsDialog isOn={shortcutsOn} onSwitch={setShortcutsOn} onClose={() => setDialog('none')} />}
      {dialog === 'clock' && <ClockDialog service={service} say={say} onClose={() => setDialog('none')} />}
    </div>
  );
}

const callOfDelivery = (call: CallRow | undefined, go: (key: string) => void): (() => void) | null => (call ? () => go(call.key) : null);

function useScenarios(connection: Connection): {
  seed: number | null;
  calls: readonly Schemas['Scenario'][];
  texts: readonly Schemas['TextScenario'][];
} {
  const [found, setFound] = useState<Schemas['Scenarios'] | null>(null);
  useEffect(() => {
    if (connection === 'lost') return;
    get<Schemas['Scenarios']>('/scenarios').then(setFound, () => undefined);
  }, [connection]);
  return { seed: found?.seed ?? null, calls: found?.scenarios ?? [], texts: found?.texts ?? [] };
}

interface Row {
  readonly key: string;
  readonly line: () => ComponentChildren;
}

/** Newest first, and of them those that were asked for. */
function rowsOf(model: ReturnType<typeof newModel>, tab: Tab, filter: string, onlyOpen: boolean): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (...fields: readonly (string | null | undefined)[]): boolean => {
    const all = fields.join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
  switch (tab) {
    case 'calls':
      return newest(model.calls)
        .filter(
          (call) => (!onlyOpen || isLive(call)) && holds(call.number, call.callId, call.scenario, call.endedReason, call.providerCallId),
        )
        .map((call) => ({ key: call.key, line: () => <CallLine call={call} /> }));
    case 'deliveries':
      return newest(model.deliveries)
        .sort(byLastAttempt)
        .filter(
          (each) =>
            (!onlyOpen || deliveryStanding(each).tone !== 'good') &&
            holds(each.receiver, each.event, each.deliveryId, each.callId, each.outcome),
        )
        .map((delivery) => ({
          key: delivery.key,
          line: () => (
            <DeliveryLine
              delivery={delivery}
              about={model.callOf.get(delivery.callId ?? '') ?? model.textOf.get(delivery.messageId ?? '')}
            />
          ),
        }));
    case 'texts':
      return newest(model.texts)
        .filter(
          (text: TextRow) =>
            (!onlyOpen || textStanding(text).word !== 'delivered') && holds(text.from, text.to, text.scenario, text.messageId),
        )
        .map((text) => ({ key: text.key, line: () => <TextLine text={text} /> }));
    case 'timeline':
      return model.entries
        .filter(
          (entry: Entry) =>
            words.length === 0 || holds(entry.kind, saysOf(entry), entry.callId, entry.messageId, entry.deliveryId, entry.receiver),
        )
        .reverse()
        .map((entry) => ({ key: String(entry.seq), line: () => <EntryLine entry={entry} /> }));
  }
}

const newest = <Value,>(rows: Map<string, Value>): Value[] => [...rows.values()].reverse();

const byLastAttempt = (a: DeliveryRow, b: DeliveryRow): number => (b.attempts.at(-1)?.seq ?? 0) - (a.attempts.at(-1)?.seq ?? 0);

function countsOf(model: ReturnType<typeof newModel>): Readonly<Record<Tab, number>> {
  return { calls: model.calls.size, deliveries: model.deliveries.size, texts: model.texts.size, timeline: model.entries.length };
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly ids: readonly Id[];
  readonly names: Readonly<Record<Id, string>>;
  readonly current: Id;
  readonly onChoose: (id: Id) => void;
  readonly counts?: Readonly<Record<Id, number>>;
}

/** Arrows move between tabs, as everywhere; only the chosen one is on the way of the Tab key. */
function Tabs<Id extends string>({ label, ids, names, current, onChoose, counts }: TabsProps<Id>) {
  const choose = (by: number): void => {
    const next = ids[(ids.indexOf(current) + by + ids.length) % ids.length];
    if (next === undefined) return;
    onChoose(next);
    requestAnimationFrame(() => document.getElementById(`tab-${next}`)?.focus());
  };
  return (
    <div class="tabs" role="tablist" aria-label={label}>
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={id === current}
          aria-controls={id === current ? `panel-${id}` : undefined}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChoose(id)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') choose(1);
            else if (event.key === 'ArrowLeft') choose(-1);
            else return;
            event.preventDefault();
          }}
        >
          {names[id]}
          {counts && counts[id] > 0 && <span class="count"> {counts[id].toLocaleString('en')}</span>}
        </button>
      ))}
    </div>
  );
}

function NothingHere({ tab, isFiltered }: { tab: Tab; isFiltered: boolean }) {
  if (isFiltered) return <Empty title="Nothing fits the filter">Take a word away, or switch the filter off.</Empty>;
  switch (tab) {
    case 'calls':
      return <Empty title="No call yet">Choose a story and place the call. Everything else happens by itself, and you see it here.</Empty>;
    case 'deliveries':
      return (
        <Empty title="No webhook yet">A call that ends brings one, where its tenant has a trigger and an endpoint that points here.</Empty>
      );
    case 'texts':
      return <Empty title="No text yet">Send one, or let a contact send one.</Empty>;
    case 'timeline':
      return <Empty title="Nothing has happened yet">Every request, state, webhook and answer will stand here, in order.</Empty>;
  }
}

const saidMs = 5_000;

/** What an action came to, shown for a while and read out by a screen reader. */
function Said({ sentence, onGone }: { sentence: string; onGone: () => void }) {
  useEffect(() => {
    if (sentence === '') return undefined;
    const timer = setTimeout(onGone, saidMs);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <div class="said" role="status" data-shown={sentence !== ''}>
      {sentence}
    </div>
  );
}
