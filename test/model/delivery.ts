import { endIsReachable, type Model, type Step } from './explore.ts';

/**
 * The lease of a delivery, as an explicit-state model of `src/dispatch`, `src/replays` and `src/deliveries`: one row of
 * `webhook_deliveries`, two workers that claim, attempt, give back and record it, a replay beside them, and the deletion of its endpoint.
 * Each step is one statement of PostgreSQL, one message of the receiver, or what a worker does with the result of a statement; its name
 * says which file it stands for. Everything may come between two steps.
 *
 * What may go wrong: a worker dies between any two steps; a statement commits and nobody learns of it, and outcomes are then written again;
 * a lease lapses while its worker lives, at an attempt or before a statement, and the worker comes late; the service's clock steps over
 * `due_at`; a worker's own clock is behind, so that it does not renew what it has in hand; the receiver accepts and its answer is lost.
 * Faults are counted; `faults` is how many of them a path may have.
 *
 * The end of a lease is one moment for all: a worker whose clock is ahead claims as if it had come. Two attempts make a cycle, instead of
 * six, and one replay and one return untried happen at most, which bounds the states.
 *
 * Not modelled: endpoints that are switched off or slowed, the poison rest, the claim's cursor, batches, and the two statements of a sweep.
 */
export interface DeliveryState {
  /** Null: the row is deleted. */
  row: Row | null;
  workers: [Worker, Worker];
  replayer: Entry | null;
  /** The receiver has answered 2xx at least once. */
  isAccepted: boolean;
  /** A worker has written that the receiver accepted it, and no replay has begun since. */
  isToldAccepted: boolean;
  /** What has come about that must not. */
  broken: string | null;
  replaysLeft: number;
  returnsLeft: number;
  faultsLeft: number;
}

interface Row {
  status: 'pending' | 'retrying' | 'success' | 'failed';
  cycleAttempt: number;
  lease: number;
  worker: Holder | null;
  /** `never`: it was handed over at its insertion, and has no `due_at`. */
  due: 'never' | 'now' | 'later';
  /** `lease_until` has passed. */
  hasLapsed: boolean;
  isFinished: boolean;
  /** The lease under which the last outcome that counted was recorded. */
  recordedLease: number;
}

/** A worker of a process that died is nobody. */
type Holder = 0 | 1 | 'replay' | 'nobody';

interface Worker {
  /** One at most is in hand. Others wait for their outcomes to be written, or for their return. */
  entries: Entry[];
  /** A claim whose statement has committed, and whose result has not been read. `renews` is the lease that it was to renew. */
  claim: { lease: number; cycleAttempt: number; isBeforeReplay: boolean; renews: number | null; hasLapsed: boolean } | null;
}

/** A delivery in a worker's memory. */
interface Entry {
  lease: number;
  cycleAttempt: number;
  at: 'waits' | 'is sent' | 'succeeded' | 'failed' | 'written' | 'returns';
  isInHand: boolean;
  /** The receiver has taken it and the answer is on its way. */
  answer: 'none' | 'accepted' | 'refused';
  /** Another worker has taken the delivery since. */
  isStale: boolean;
  /** A replay has begun since the claim, so the row counts more attempts than the claim found. */
  isBeforeReplay: boolean;
}

const maxAttempts = 2;
type Index = 0 | 1;
const indexes: readonly Index[] = [0, 1];

/** Mistakes that the code does not make, and the invariant that each breaks. */
export const deliveryFlaws = {
  'a failure is recorded without comparing the lease': 'a worker without the lease overwrites nothing',
  'a failure is recorded without comparing the number of the lease': 'a worker without the lease overwrites nothing',
  'a failure is recorded over a success': 'a recorded success stays until a replay',
  'a success counts only under the lease': 'a recorded success stays until a replay',
  'a claim goes by due_at and not by the lease': 'a lease that runs belongs to one worker',
  'a return does not compare the lease': 'a lease that runs belongs to one worker',
  'a replay does not look at the status': 'a lease that runs belongs to one worker',
  'a delivery that was written while its lease was renewed is sent again': 'no lease is used for two attempts',
  'a delivery that was given back while its lease was renewed is kept': 'a lease that runs belongs to one worker',
  'a renewed delivery keeps its old count of attempts': 'a cycle has its number of attempts',
  'the last attempt is retried': 'a cycle has its number of attempts',
  'an attempt is recorded as a success before the answer': 'a success was accepted by the receiver',
  'a delivery that was handed over is not swept': endIsReachable,
  'the lease of a dead worker never lapses': endIsReachable,
} as const;
export type DeliveryFlaw = keyof typeof deliveryFlaws;

type State = DeliveryState;

export function delivery(flaw: DeliveryFlaw | null = null, faults = 2): Model<State> {
  const has = (name: DeliveryFlaw): boolean => flaw === name;

  // ---- The queue and what is in hand: src/dispatch/queue.ts, held-deliveries.ts, in-hand.ts

  const mayClaim = ({ due, worker, hasLapsed, isFinished }: Row): boolean =>
    due === 'now' && !isFinished && (worker === null || hasLapsed || has('a claim goes by due_at and not by the lease'));

  const claim = (state: State, by: Index, knowsLapsed: boolean): void => {
    const row = state.row as Row;
    const worker = state.workers[by];
    const renews = knowsLapsed && row.worker === by ? (inHandOf(worker)?.lease ?? null) : null;
    if (renews === null) takeOver(state, by);
    Object.assign(row, { due: 'later', hasLapsed: false, worker: by, lease: row.lease + (renews === null ? 1 : 0) });
    worker.claim = { lease: row.lease, cycleAttempt: row.cycleAttempt, isBeforeReplay: false, renews, hasLapsed: false };
  };
  const keepsWhatIsOver = (isWritten: boolean): boolean =>
    has(
      isWritten
        ? 'a delivery that was written while its lease was renewed is sent again'
        : 'a delivery that was given back while its lease was renewed is kept',
    );
  const takeInHand = (state: State, by: Index): void => {
    const worker = state.workers[by];
    const { lease, cycleAttempt, isBeforeReplay, renews, hasLapsed } = worker.claim as NonNullable<Worker['claim']>;
    const entry = inHandOf(worker);
    const isStale = state.row?.lease !== lease || state.row.worker !== by;
    worker.claim = null;
    if (entry && (isUnderWay(entry) || entry.lease === lease))
      Object.assign(entry, {
        lease,
        isStale,
        isBeforeReplay,
        ...(!has('a renewed delivery keeps its old count of attempts') && { cycleAttempt }),
      });
    else if (lease !== renews || keepsWhatIsOver(lease === state.row?.recordedLease)) {
      for (const older of worker.entries) older.isInHand = false;
      const taken = { ...newEntry(lease, cycleAttempt), isStale, isBeforeReplay };
      worker.entries.push(hasLapsed ? { ...taken, at: 'returns', isInHand: false } : taken);
    }
  };
  const release = ({ row }: State, by: Holder, { lease }: Entry): void => {
    const isHeld = row?.lease === lease && row.worker === by;
    if (row && !row.isFinished && (isHeld || has('a return does not compare the lease')))
      Object.assign(row, { due: 'now', worker: null, lease: row.lease - 1 });
  };

  // ---- src/dispatch/record-outcomes.ts

  const record = (state: State, by: Holder, entry: Entry): void => {
    const { row } = state;
    if (!row) return;
    const succeeded = entry.at === 'succeeded';
    const isOfThisCycle = !entry.isBeforeReplay || row.cycleAttempt > 0;
    const comparesLease = !has('a failure is recorded without comparing the lease');
    const comparesNumber = comparesLease && !has('a failure is recorded without comparing the number of the lease');
    const holds = (row.worker === by || !comparesLease) && (row.lease === entry.lease || !comparesNumber) && !row.isFinished;
    const counts = row.status !== 'success' && (holds || (succeeded && isOfThisCycle && !has('a success counts only under the lease')));
    if (succeeded && isOfThisCycle) state.isToldAccepted = true;
    if (!counts && !(has('a failure is recorded over a success') && row.status === 'success')) return;
    if (!succeeded && entry.isStale && row.status !== 'success') state.broken ??= 'a worker without the lease overwrites nothing';
    const isLast = entry.cycleAttempt + 1 >= maxAttempts && !has('the last attempt is retried');
    const status = succeeded ? 'success' : isLast ? 'failed' : 'retrying';
    Object.assign(row, {
      status,
      cycleAttempt: row.cycleAttempt + 1,
      due: 'later',
      isFinished: status !== 'retrying',
      worker: null,
      recordedLease: entry.lease,
    });
    // A success ends the delivery also for the worker that has the lease.
    for (const other of allEntries(state)) other.entry.isStale = true;
  };

  // ---- src/replays/replay-lease.ts

  const beginReplay = (state: State): void => {
    const row = state.row as Row;
    takeOver(state, 'replay');
    for (const { entry } of allEntries(state)) entry.isBeforeReplay = true;
    for (const { claim } of state.workers) if (claim) claim.isBeforeReplay = true;
    const lease = row.lease + 1;
    Object.assign(row, { status: 'retrying', cycleAttempt: 0, lease, worker: 'replay', due: 'later', hasLapsed: false, isFinished: false });
    state.replayer = newEntry(lease, 0);
    state.isToldAccepted = false;
    state.replaysLeft -= 1;
  };

  // ---- The steps

  /** The steps of an attempt, whoever makes it. */
  function stepsOfAttempt(entry: Entry, find: (state: State) => Entry): readonly Step<State>[] {
    const step = (name: string, isFault: boolean, change: Partial<Entry>, isAccepted = false): Step<State> => ({
      name,
      isFault,
      take: (next) => {
        Object.assign(find(next), change);
        if (isAccepted) next.isAccepted = true;
      },
    });
    if (entry.at === 'waits') {
      const at = has('an attempt is recorded as a success before the answer') ? 'succeeded' : 'is sent';
      return [step('send the request (attempt-slots send, replay attemptNow)', false, { at })];
    }
    if (entry.at !== 'is sent') return [];
    if (entry.answer === 'none')
      return [
        step('the receiver accepts', false, { answer: 'accepted' }, true),
        step('the receiver refuses, or never gets it', false, { at: 'failed' }),
      ];
    return [
      step('the answer comes (attempt-slots finish)', false, { at: 'succeeded' }),
      step('the answer is lost (attempt, deadline)', true, { at: 'failed' }),
    ];
  }

  function stepsOfEntry(entry: Entry, by: Index, place: number): readonly Step<State>[] {
    const entryOf = (state: State): Entry => state.workers[by].entries[place] as Entry;
    const remove = (state: State): void => void state.workers[by].entries.splice(place, 1);
    const step = (name: string, take: Step<State>['take'], isFault = false): Step<State> => ({ name, isFault, take });
    switch (entry.at) {
      case 'waits':
      case 'is sent':
        return stepsOfAttempt(entry, entryOf);
      case 'succeeded':
      case 'failed':
        return [
          step('record the outcome (record-outcomes)', (next) => {
            record(next, by, entryOf(next));
            // Only a claim whose result is not read yet can come between this and the letting go.
            if (next.workers[by].claim) entryOf(next).at = 'written';
            else remove(next);
          }),
          step('record the outcome (record-outcomes): nobody learns of it', (next) => record(next, by, entryOf(next)), true),
        ];
      case 'written':
        return [step('let go of what is written (in-hand letGo)', remove)];
      case 'returns':
        return [
          step('give back untried (queue release)', (next) => {
            release(next, by, entryOf(next));
            remove(next);
          }),
          step('give back untried (queue release): it fails', remove, true),
        ];
    }
  }

  function stepsOfWorker(state: State, by: Index): readonly Step<State>[] {
    const { row } = state;
    const worker = state.workers[by];
    const steps: Step<State>[] = worker.entries.flatMap((entry, place) => stepsOfEntry(entry, by, place));
    if (row && worker.claim === null && mayClaim(row)) {
      const name = 'claim (queue claimStatement)';
      steps.push({ name, isFault: false, take: (next) => claim(next, by, true) });
      const hidesLapse = row.worker === by && inHandOf(worker) !== undefined;
      if (hidesLapse) steps.push({ name: `${name} by a clock that is behind`, isFault: true, take: (next) => claim(next, by, false) });
    }
    if (worker.claim !== null)
      steps.push({ name: 'take in hand (held-deliveries take, in-hand renew)', isFault: false, take: (next) => takeInHand(next, by) });
    const waiting = worker.entries.findIndex(({ at }) => at === 'waits');
    if (waiting >= 0 && state.returnsLeft > 0)
      steps.push({
        name: 'no longer wait (held-deliveries releaseOld, shed, stop)',
        isFault: true,
        take: (next) => {
          next.returnsLeft -= 1;
          Object.assign(next.workers[by].entries[waiting] as Entry, { at: 'returns', isInHand: false });
        },
      });
    if (worker.entries.length > 0 || worker.claim !== null)
      steps.push({
        name: 'a worker dies',
        isFault: true,
        take: (next) => {
          next.workers[by] = { entries: [], claim: null };
          if (next.row?.worker === by) next.row.worker = 'nobody';
        },
      });
    return steps;
  }

  function stepsOfReplay(state: State): readonly Step<State>[] {
    const { replayer, row } = state;
    const step = (name: string, isFault: boolean, take: Step<State>['take']): Step<State> => ({ name, isFault, take });
    if (replayer === null) {
      const mayBegin = row !== null && state.replaysLeft > 0 && (row.isFinished || has('a replay does not look at the status'));
      return mayBegin ? [step('begin a replay (replay-lease beginReplay)', true, beginReplay)] : [];
    }
    const over = (change: (state: State, entry: Entry) => void) => (next: State) => {
      change(next, next.replayer as Entry);
      next.replayer = null;
    };
    const putOff = over((next, entry) => release(next, 'replay', entry));
    const dies = over((next) => {
      if (next.row?.worker === 'replay') next.row.worker = 'nobody';
    });
    return [
      ...stepsOfAttempt(replayer, (next) => next.replayer as Entry),
      ...(replayer.at === 'waits' ? [step('put the replay off (replay putOff)', false, putOff)] : []),
      ...(replayer.at === 'succeeded' || replayer.at === 'failed'
        ? [
            step(
              'record the outcome of the replay (replay attemptNow, record-outcomes)',
              false,
              over((next, entry) => record(next, 'replay', entry)),
            ),
            step('record the outcome of the replay: it fails, and it is put off', true, putOff),
          ]
        : []),
      step('the process of the replay dies', true, dies),
    ];
  }

  function stepsOfRow(state: State, row: Row): readonly Step<State>[] {
    const change = (name: string, isFault: boolean, members: Partial<Row>): Step<State> => ({
      name,
      isFault,
      take: (next) => void Object.assign(next.row as Row, members),
    });
    if (row.isFinished) return [];
    const isHeld = row.worker !== null && !row.hasLapsed;
    const isAtWork =
      allEntries(state).some(({ entry, holder }) => holder === row.worker && entry.lease === row.lease) || hasClaimed(state, row);
    const lapse = (next: State): void => {
      const holder = (next.row as Row).worker;
      (next.row as Row).hasLapsed = true;
      if (holder === 0 || holder === 1) Object.assign(next.workers[holder].claim ?? {}, { hasLapsed: true });
    };
    const mayLapse = isHeld && !(row.worker === 'nobody' && has('the lease of a dead worker never lapses'));
    return [
      ...(mayLapse
        ? [{ name: isAtWork ? 'the lease lapses while its worker lives' : 'the lease lapses', isFault: isAtWork, take: lapse }]
        : []),
      ...(row.due === 'later' ? [change(isHeld ? 'the clock steps over due_at' : 'the delivery is due', isHeld, { due: 'now' })] : []),
      ...(row.due === 'never' && !isHeld && !has('a delivery that was handed over is not swept')
        ? [change('sweep (deliveries/sweep)', false, { due: 'now' })]
        : []),
      { name: 'the endpoint is deleted (deliveries/unfinished)', isFault: true, take: (next) => void Object.assign(next, { row: null }) },
    ];
  }

  return {
    initial: [
      initialState(faults, { worker: 0, lease: 1, due: 'never' }, [newEntry(1, 0)]),
      initialState(faults, { worker: null, lease: 0, due: 'now' }, []),
    ],
    steps: (state) =>
      [
        ...indexes.flatMap((by) => stepsOfWorker(state, by)),
        ...stepsOfReplay(state),
        ...(state.row ? stepsOfRow(state, state.row) : []),
      ].flatMap((step) => counted(state, step)),
    normalise,
    invariants: {
      'a worker without the lease overwrites nothing': ({ broken }) => broken !== 'a worker without the lease overwrites nothing',
      'a lease that runs belongs to one worker': ({ broken }) => broken !== 'a lease that runs belongs to one worker',
      'no lease is used for two attempts': (state) =>
        allEntries(state).every(({ entry }) => !isUnderWay(entry) || entry.lease !== state.row?.recordedLease),
      'a recorded success stays until a replay': ({ row, isToldAccepted }) => !row || !isToldAccepted || row.status === 'success',
      'a success was accepted by the receiver': ({ row, isAccepted }) => row?.status !== 'success' || isAccepted,
      'a cycle has its number of attempts': ({ row }) =>
        !row || row.status === 'success' || (row.status === 'failed' ? row.cycleAttempt === maxAttempts : row.cycleAttempt < maxAttempts),
    },
    isOver: ({ row, workers, replayer }) =>
      (row === null || row.isFinished) &&
      replayer === null &&
      workers.every(({ entries, claim }) => entries.length === 0 && claim === null),
  };
}

const newEntry = (lease: number, cycleAttempt: number): Entry => ({
  lease,
  cycleAttempt,
  at: 'waits',
  isInHand: true,
  answer: 'none',
  isStale: false,
  isBeforeReplay: false,
});

const initialState = (faultsLeft: number, held: Pick<Row, 'worker' | 'lease' | 'due'>, entries: Entry[]): State => ({
  row: { status: 'pending', cycleAttempt: 0, hasLapsed: false, isFinished: false, recordedLease: none, ...held },
  workers: [
    { entries, claim: null },
    { entries: [], claim: null },
  ],
  replayer: null,
  isAccepted: false,
  isToldAccepted: false,
  broken: null,
  replaysLeft: 1,
  returnsLeft: 1,
  faultsLeft,
});

const inHandOf = ({ entries }: Worker): Entry | undefined => entries.find(({ isInHand }) => isInHand);

const isUnderWay = ({ at }: Entry): boolean => at === 'waits' || at === 'is sent';

const allEntries = ({ workers, replayer }: State): readonly { readonly holder: Holder; readonly entry: Entry }[] => [
  ...indexes.flatMap((holder) => workers[holder].entries.map((entry) => ({ holder, entry }))),
  ...(replayer ? [{ holder: 'replay' as const, entry: replayer }] : []),
];

const hasClaimed = ({ workers }: State, { worker, lease }: Row): boolean =>
  (worker === 0 || worker === 1) && workers[worker].claim?.lease === lease;

/** Notes that all who had the delivery have it no more, and whether one of them was at work under a lease that runs. */
function takeOver(state: State, by: Holder): void {
  const others = allEntries(state).filter(({ entry, holder }) => holder !== by && isUnderWay(entry) && !entry.isStale);
  if (others.length > 0 && !state.row?.hasLapsed) state.broken ??= 'a lease that runs belongs to one worker';
  for (const { entry } of allEntries(state)) entry.isStale = true;
}

/** A fault uses up one of those that are left. */
function counted(state: State, step: Step<State>): readonly Step<State>[] {
  if (!step.isFault) return [step];
  if (state.faultsLeft === 0) return [];
  const take = (next: State): void => {
    next.faultsLeft -= 1;
    step.take(next);
  };
  return [{ ...step, take }];
}

/** Leaves out what no step looks at any more, and counts leases from the least one. Workers have no order. */
function normalise(state: State): void {
  const { row } = state;
  if (row === null) {
    Object.assign(state, { ...initialState(0, { worker: null, lease: 0, due: 'now' }, []), row });
    return;
  }
  if (row.isFinished) Object.assign(row, { due: 'later' });
  if (row.worker === null) row.hasLapsed = false;
  const entries = allEntries(state).map(({ entry }) => entry);
  for (const entry of entries) {
    if (entry.at !== 'is sent') entry.answer = 'none';
    if (entry.at === 'succeeded' || entry.at === 'written' || entry.at === 'returns')
      Object.assign(entry, { cycleAttempt: 0, isStale: true });
  }
  const claims = state.workers.flatMap(({ claim }) => claim ?? []);
  const leases = [...entries, ...claims].map(({ lease }) => lease);
  if (!leases.includes(row.recordedLease)) row.recordedLease = none;
  const least = Math.min(row.lease, ...leases);
  row.lease -= least;
  if (row.recordedLease !== none) row.recordedLease -= least;
  for (const entry of entries) entry.lease -= least;
  for (const claim of claims)
    Object.assign(claim, { lease: claim.lease - least, renews: claim.renews === null ? null : claim.lease - least });
  const [first, second] = state.workers;
  if (JSON.stringify(first) <= JSON.stringify(second)) return;
  state.workers = [second, first];
  if (row.worker === 0 || row.worker === 1) row.worker = row.worker === 0 ? 1 : 0;
}

const none = -1_000;
