import { endIsReachable, type Model, type Step } from './explore.ts';

/**
 * The fence around a placement, as an explicit-state model of `src/calls` and `src/idempotency`. Two processes each have one thing to do
 * at a time: a request with the one idempotency key, or the reconciler's look at a call. The client repeats until it hears a 201. Each step
 * is one statement of PostgreSQL, one message of the provider, or the passing of time; its name says which file it stands for. Everything
 * else may come between two steps.
 *
 * What may go wrong: a process dies between any two steps; a statement fails, or commits and nobody learns of it; the request to dial is
 * lost, refused or late; the provider's answer or the 201 is lost; the provider cannot be asked; a request's deadline passes while its
 * placement goes on. A path has as many of these as `faults` says. Leases lapse under a process that stands still, and callbacks come or
 * do not, any number of times.
 *
 * Time is an age of each call, which grows at any moment: its dial lease has lapsed, the provider's grace is over, the ten minutes are
 * over. Of the provider one thing is assumed: a request to dial that it has not taken when the grace is over is never taken
 * (`placementGraceMs`). Where the ten minutes are over the documents allow another dial under the key (D-31); one call becomes that old.
 *
 * Not modelled: other keys, the permits of other calls, the 24 hours of a key, restored databases (`takeBackLost`), what is talked, the
 * hang-up of a call that was found too late, and `call.completed`.
 */
export interface PlacementState {
  calls: Call[];
  /** A row of `idempotency_keys`; null: it is free. */
  key: { isLeased: boolean; call: number | null; answer: number | null } | null;
  workers: Worker[];
  /** Calls that a 201 named. */
  told: number[];
  /** The client has received a 201. */
  hasHeard: boolean;
  faultsLeft: number;
}

interface Call {
  /** The row is there. */
  isThere: boolean;
  /** `queued` stands for every live status. */
  status: 'queued' | 'ended' | 'failed';
  placement: 'pending' | 'placed' | 'unknown';
  hasDialLease: boolean;
  age: number;
  request: 'none' | 'travelling' | 'taken' | 'refused' | 'lost';
  dials: number;
  absentLookUps: number;
  isExpired: boolean;
  /** Entries of the ledger that close its hold. */
  closings: number;
}

const ages = { young: 0, leaseLapsed: 1, graceOver: 2, tenMinutes: 3 } as const;
const negativeLookUps = 2;
/** Each is at work on one thing at a time. */
const processes = 2;

/** A request, or the reconciler at work on a call. */
interface Worker {
  kind: 'request' | 'reconciler';
  at: At;
  call: number | null;
  /** Its claim is the one in the key's row. */
  holdsKey: boolean;
  hasReplied: boolean;
  /** It placed the call itself, so that its adoption answers the key. */
  isDialler: boolean;
  counts: boolean;
  sawExpired: boolean;
}

/** What each statement does, and where it stands. */
export const statementNames = {
  claim: 'claim the key (idempotency/claim-together)',
  'read key': 'read the key (idempotency-keys findKey)',
  insert: 'insert call, hold and key (insert-calls)',
  adopt: 'adopt the call (adopt-call, place-together adoptStatement)',
  remove: 'remove the undialled call (unknown-fate removeUndialled)',
  'note unknown': 'note the unknown fate (placement lookOnce)',
  finish: 'store the answer (idempotency-keys finish)',
  abandon: 'abandon the key (give-up-claim, abandon)',
  'let go': 'let go of the key (give-up-claim, letGo)',
  'read call': 'read the call of the key (place-call resume, findOutFate)',
  'note look-up': 'note the look-up (unknown-fate noteLookUp)',
  close: 'close the call (unknown-fate close)',
  expire: 'expire the call (unknown-fate expire)',
  'abandon key of call': 'free the key of a call that is gone (place-call resume)',
} as const;

type Statement = keyof typeof statementNames;
const isStatement = (at: At): at is Statement => at in statementNames;

/** Where a worker stands: before a statement, or before something that the provider has a part in. */
type At = Statement | 'dial' | 'await answer' | 'look once' | 'look';

/** Mistakes that the code does not make, and the invariant that each breaks. */
export const placementFlaws = {
  'a call is dialled before its key is claimed': 'a key dials once',
  'a call is inserted without comparing the claim': 'a key dials once',
  'a failed request removes its key although the key names a call': 'a key dials once',
  'a takeover of the key forgets its call': 'a key dials once',
  'a resumed call of unknown fate is dialled again': 'a call is dialled once',
  'a call is dialled without a look at its lease': 'a call that counts as undialled never rings',
  'a look-up counts before the grace is over': 'a call that counts as undialled never rings',
  'a lost answer counts as a refusal': 'a call that counts as undialled never rings',
  'a 201 does not wait for the provider': 'a 201 names a call that was dialled',
  'a hold is released without a look at the ledger': 'a hold is closed once, with its call',
  'an expired call keeps its hold': 'a hold is closed once, with its call',
  'nobody asks after a call whose callbacks are lost': endIsReachable,
  'the lease of a key never lapses': endIsReachable,
} as const;
export type PlacementFlaw = keyof typeof placementFlaws;

type State = PlacementState;
/** What a statement does to the state when it commits. */
type Effect = (state: State, worker: Worker) => void;

export function placement(flaw: PlacementFlaw | null = null, faults = 1): Model<State> {
  const has = (name: PlacementFlaw): boolean => flaw === name;

  // ---- The idempotency key: src/idempotency/claim-together.ts, idempotency-keys.ts

  const claimKey: Effect = (state, worker) => {
    const { key } = state;
    if (key !== null && (key.answer !== null || key.isLeased)) return goTo('read key')(state, worker);
    const keptCall = has('a takeover of the key forgets its call') ? null : (key?.call ?? null);
    state.key = { isLeased: true, call: keptCall, answer: null };
    for (const other of state.workers) other.holdsKey = other === worker;
    worker.call = keptCall;
    worker.at = keptCall === null ? 'insert' : 'read call';
  };
  const readKey: Effect = (state, worker) => {
    const { key } = state;
    if (key !== null && key.answer !== null) answer201(key.answer)(state, worker);
    else if (key?.isLeased) leave(state, worker);
    else worker.at = 'claim';
  };
  /** The answer is stored only under the claim; the 201 is given all the same, since the call is placed. */
  const finish: Effect = (state, worker) => {
    storeAnswer(state, worker);
    answer201(worker.call)(state, worker);
  };
  const abandon: Effect = (state, worker) => {
    const namesCall = state.key !== null && state.key.call !== null;
    const mayGo = !namesCall || has('a failed request removes its key although the key names a call');
    if (worker.holdsKey && state.key?.answer === null && mayGo) removeKey(state);
    leave(state, worker);
  };
  const letGo: Effect = (state, worker) => {
    endKeyLease(state, worker);
    leave(state, worker);
  };
  const forgetCall: Effect = (state, worker) => {
    abandonKeyOfCall(state, worker.call);
    worker.call = null;
    worker.at = 'claim';
  };

  // ---- Accept and dial: src/calls/place-call.ts, insert-calls.ts, placement.ts

  const comparesClaim = !has('a call is dialled before its key is claimed') && !has('a call is inserted without comparing the claim');
  const insert: Effect = (state, worker) => {
    if (!worker.holdsKey && comparesClaim) return goTo('abandon')(state, worker);
    worker.call = state.calls.push(newCall()) - 1;
    worker.isDialler = true;
    if (state.key) state.key.call = worker.call;
    worker.at = 'dial';
  };
  const dial: Effect = (state, worker) => {
    const call = callOf(state, worker);
    const looksAtLease = !has('a call is dialled without a look at its lease') && !has('a resumed call of unknown fate is dialled again');
    if (call.age >= ages.leaseLapsed && looksAtLease) return goTo('remove')(state, worker);
    // The provider has no memory of our ids, so another request is another ring.
    if (call.request === 'taken') call.dials += 1;
    else call.request = 'travelling';
    worker.at = has('a 201 does not wait for the provider') ? 'finish' : 'await answer';
  };
  const noteUnknown: Effect = (state, worker) => {
    const call = callOf(state, worker);
    if (call.isThere && call.placement === 'pending') Object.assign(call, { placement: 'unknown', hasDialLease: false });
    worker.at = 'look once';
  };
  const lookOnce: Effect = (state, worker) => {
    // A call that was looked for does not answer its key with its adoption.
    worker.isDialler = false;
    thenOrEnd(callOf(state, worker).request === 'taken' ? 'adopt' : 'let go')(state, worker);
  };
  const adopt: Effect = (state, worker) => {
    const call = callOf(state, worker);
    const isAdopted = call.isThere && call.placement !== 'placed' && call.status === 'queued';
    if (isAdopted) place(call);
    const isPlaced = call.isThere && call.placement === 'placed';
    if (isAdopted && worker.isDialler && worker.holdsKey) {
      storeAnswer(state, worker);
      (worker.hasReplied ? leave : answer201(worker.call))(state, worker);
    } else thenOrEnd(isPlaced ? 'finish' : 'let go')(state, worker);
  };

  // ---- Find out the fate: src/calls/unknown-fate.ts

  const readCall: Effect = (state, worker) => {
    const call = callOf(state, worker);
    if (!call.isThere || call.status !== 'queued')
      worker.at = call.isThere && call.placement === 'placed' ? 'finish' : 'abandon key of call';
    else if (call.placement === 'placed') worker.at = 'finish';
    else if (call.hasDialLease && call.age < ages.leaseLapsed) worker.at = 'let go';
    else worker.at = has('a resumed call of unknown fate is dialled again') ? 'dial' : 'look';
    worker.sawExpired = call.isExpired;
  };
  const look: Effect = (state, worker) => {
    const call = callOf(state, worker);
    worker.counts = call.age >= ages.graceOver || has('a look-up counts before the grace is over');
    worker.at = call.request === 'taken' ? 'adopt' : 'note look-up';
  };
  const lookInVain: Effect = (_, worker) => {
    worker.counts = false;
    worker.at = 'note look-up';
  };
  const noteLookUp: Effect = (state, worker) => {
    const call = callOf(state, worker);
    const isUnplaced = mayBeGivenBack(call);
    if (isUnplaced) call.placement = 'unknown';
    if (isUnplaced && worker.counts) call.absentLookUps = Math.min(call.absentLookUps + 1, negativeLookUps);
    const { sawExpired } = worker;
    Object.assign(worker, { counts: false, sawExpired: false });
    if (isUnplaced && call.absentLookUps >= negativeLookUps) worker.at = 'close';
    else if (sawExpired) thenOrEnd('abandon key of call')(state, worker);
    else if (call.age >= ages.tenMinutes) worker.at = 'expire';
    else thenOrEnd('let go')(state, worker);
  };
  /** Removes, closes or expires the call, with its hold and its key in one transaction. */
  const giveBack = (state: State, worker: Worker, write: (call: Call) => void, keepsHold = false): boolean => {
    const call = callOf(state, worker);
    if (!mayBeGivenBack(call)) return false;
    write(call);
    if (!keepsHold) closeHold(call);
    abandonKeyOfCall(state, worker.call);
    return true;
  };
  const remove: Effect = (state, worker) => {
    giveBack(state, worker, (call) => {
      call.isThere = false;
    });
    const call = callOf(state, worker);
    thenOrEnd(call.isThere && call.placement === 'placed' ? 'finish' : 'let go')(state, worker);
  };
  const close: Effect = (state, worker) => {
    const isClosed = giveBack(state, worker, (call) => Object.assign(call, { status: 'failed', hasDialLease: false }));
    thenOrEnd(isClosed ? 'abandon key of call' : 'let go')(state, worker);
  };
  const expire: Effect = (state, worker) => {
    const write = (call: Call): void => {
      call.isExpired = true;
    };
    const isExpired = giveBack(state, worker, write, has('an expired call keeps its hold'));
    thenOrEnd(isExpired ? 'abandon key of call' : 'let go')(state, worker);
  };
  const closeHold = (call: Call): void => {
    if (call.closings === 0 || has('a hold is released without a look at the ledger')) call.closings += 1;
  };

  // ---- The steps

  const statements: Readonly<Record<Statement, { readonly effect: Effect; readonly onError: At | null }>> = {
    claim: { effect: claimKey, onError: 'abandon' },
    'read key': { effect: readKey, onError: null },
    insert: { effect: insert, onError: 'abandon' },
    adopt: { effect: adopt, onError: 'let go' },
    remove: { effect: remove, onError: 'let go' },
    'note unknown': { effect: noteUnknown, onError: 'let go' },
    finish: { effect: finish, onError: 'let go' },
    abandon: { effect: abandon, onError: null },
    'let go': { effect: letGo, onError: null },
    'read call': { effect: readCall, onError: 'let go' },
    'note look-up': { effect: noteLookUp, onError: 'let go' },
    close: { effect: close, onError: 'let go' },
    expire: { effect: expire, onError: 'let go' },
    'abandon key of call': { effect: forgetCall, onError: 'let go' },
  };

  function stepsOf(state: State, worker: Worker, index: number): readonly Step<State>[] {
    const by = (effect: Effect) => (next: State) => effect(next, next.workers[index] as Worker);
    const step = (name: string, effect: Effect): Step<State> => ({ name, isFault: false, take: by(effect) });
    const fault = (name: string, effect: Effect): Step<State> => ({ name, isFault: true, take: by(effect) });
    const steps = [fault('a process dies', leave)];
    if (isStatement(worker.at)) {
      const name = statementNames[worker.at];
      const { effect, onError } = statements[worker.at];
      // A call that may have been inserted all the same is removed, since nobody dials it.
      const mayBeThere = (failed: Worker): boolean => failed.at === 'insert' && failed.call !== null;
      const fail: Effect = (next, failed) => (onError === null ? leave : goTo(mayBeThere(failed) ? 'remove' : onError))(next, failed);
      steps.push(step(name, effect));
      // Where nobody waits for an answer, a failure is like a death.
      if (!worker.hasReplied) steps.push(fault(`${name}: it fails`, fail));
      if (!worker.hasReplied)
        steps.push(
          fault(`${name}: it commits, and nobody learns of it`, (next, unsure) => {
            const told = [...next.told];
            const before = { ...unsure };
            effect(next, unsure);
            next.told = told;
            if (!next.workers.includes(unsure)) next.workers.push(unsure);
            const { holdsKey, call } = unsure;
            Object.assign(unsure, before, { holdsKey: holdsKey && next.key !== null, call: before.call ?? call });
            fail(next, unsure);
          }),
        );
    }
    if (worker.at === 'dial') {
      steps.push(step('ask the provider to dial (placement dial)', dial));
      if (!worker.hasReplied) steps.push(fault('the deadline passes before the dial (placement dial)', goTo('remove')));
    }
    if (worker.at === 'await answer') {
      const { request } = callOf(state, worker);
      const unclear = has('a lost answer counts as a refusal') ? 'remove' : 'note unknown';
      if (request === 'taken') steps.push(step('the provider says that it dials (placement place)', goTo('adopt')));
      if (request === 'refused') steps.push(step('the provider refuses (placement place)', goTo('remove')));
      if (request === 'lost') steps.push(step('no answer comes (placement place)', goTo(unclear)));
      else steps.push(fault('the answer is lost or late (placement place)', goTo(unclear)));
    }
    if (worker.at === 'look once') {
      steps.push(step('look for the call once (placement lookOnce)', lookOnce));
      steps.push(fault('the provider cannot be asked (placement lookOnce)', thenOrEnd('let go')));
    }
    if (worker.at === 'look') {
      steps.push(step('look for the call (unknown-fate lookForCall)', look));
      steps.push(fault('the provider cannot be asked (unknown-fate lookForCall)', lookInVain));
    }
    if (worker.kind === 'request' && !worker.hasReplied && withinDeadline.has(worker.at))
      steps.push(
        fault('the deadline of the request passes (place-call byDeadline)', (next, late) => {
          late.hasReplied = true;
          endKeyLease(next, late);
        }),
      );
    return steps;
  }

  /** The client asks once more, and its request comes as far as its first statement. */
  function stepsOfRequest(state: State): readonly Step<State>[] {
    const request = newWorker('request', has('a call is dialled before its key is claimed') ? 'insert' : 'claim', null, false);
    const come = (next: State): void => void next.workers.push({ ...request });
    return stepsOf(state, request, state.workers.length).map((step) => ({
      ...step,
      take: (next) => {
        come(next);
        step.take(next);
      },
    }));
  }

  function stepsOfCall(state: State, call: Call, index: number): readonly Step<State>[] {
    const by = (effect: (call: Call) => void) => (next: State) => effect(next.calls[index] as Call);
    const step = (name: string, isFault: boolean, effect: (call: Call) => void): Step<State> => ({ name, isFault, take: by(effect) });
    const steps: Step<State>[] = [];
    if (call.request === 'travelling') {
      steps.push(
        step('the provider takes the call', false, (taken) => {
          taken.request = 'taken';
          taken.dials += 1;
        }),
        step('the provider refuses the call', true, (refused) => {
          refused.request = 'refused';
        }),
        step('the request to dial is lost', true, (lost) => {
          lost.request = 'lost';
        }),
      );
    }
    const isUnsure = call.status === 'queued' && call.placement !== 'placed';
    const mayAge =
      (call.age + 1 !== ages.graceOver || call.request !== 'travelling') &&
      (call.age + 1 !== ages.tenMinutes || !state.calls.some((other) => other.age === ages.tenMinutes || other.isExpired));
    if (isUnsure && call.age < ages.tenMinutes && mayAge)
      steps.push(
        step('time passes', call.age === ages.graceOver, (older) => {
          older.age += 1;
        }),
      );
    if (call.request === 'taken' && call.isThere && call.placement !== 'placed')
      steps.push(step('a callback tells of the call (progress, advance placed)', true, reopenOrPlace));
    if (call.request === 'taken' && call.isThere && call.placement === 'placed' && call.status === 'queued')
      steps.push(
        step('the call ends (reconcile askAfter, progress tellCall)', has('nobody asks after a call whose callbacks are lost'), (ended) => {
          ended.status = 'ended';
          closeHold(ended);
        }),
      );
    const isWatched = state.workers.length >= processes;
    const isDue = isUnsure && !(call.hasDialLease && call.age < ages.leaseLapsed);
    if (call.isThere && isDue && !isWatched)
      steps.push({
        name: 'the reconciler takes a call (reconcile, findOutFate)',
        isFault: false,
        take: (next) => void next.workers.push(newWorker('reconciler', 'look', index, call.isExpired)),
      });
    return steps;
  }

  return {
    initial: [{ calls: [], key: null, workers: [], told: [], hasHeard: false, faultsLeft: faults }],
    steps: (state) =>
      [
        ...(state.hasHeard || state.workers.length >= processes ? [] : stepsOfRequest(state)),
        ...stepsOfClient(state),
        ...(state.key?.isLeased && !has('the lease of a key never lapses') ? [lapseOfKey] : []),
        ...state.workers.flatMap((worker, index) => stepsOf(state, worker, index)),
        ...state.calls.flatMap((call, index) => stepsOfCall(state, call, index)),
      ].flatMap((step) => counted(state, step)),
    normalise,
    invariants: {
      'a key dials once': ({ calls }) => calls.filter(({ dials, isExpired }) => dials > 0 && !isExpired).length <= 1,
      'a call is dialled once': ({ calls }) => calls.every(({ dials }) => dials <= 1),
      'a call that counts as undialled never rings': ({ calls }) =>
        calls.every(({ isThere, status, dials }) => dials === 0 || (isThere && status !== 'failed')),
      'a 201 names a call that was dialled': ({ calls, told }) => told.every((of) => calls[of]?.isThere && calls[of]?.dials === 1),
      'a hold is closed once, with its call': ({ calls }) =>
        calls.every(({ isThere, status, isExpired, closings }) => closings === (!isThere || status !== 'queued' || isExpired ? 1 : 0)),
    },
    isOver: (state) => state.hasHeard && state.workers.length === 0 && permitsTaken(state) === 0 && state.calls.every(isSettled),
  };
}

const stepsOfClient = ({ told, hasHeard }: State): readonly Step<State>[] =>
  told.length === 0 || hasHeard
    ? []
    : [{ name: 'the 201 arrives', isFault: false, take: (next) => void Object.assign(next, { hasHeard: true }) }];

const lapseOfKey: Step<State> = {
  name: 'the lease of the key lapses',
  isFault: false,
  take: ({ key }) => void (key && Object.assign(key, { isLeased: false })),
};

/** A fault uses up one of those that are left. Callbacks come at any time. */
function counted(state: State, step: Step<State>): readonly Step<State>[] {
  if (!step.isFault || step.name.startsWith('a callback')) return [step];
  if (state.faultsLeft === 0) return [];
  const take = (next: State): void => {
    next.faultsLeft -= 1;
    step.take(next);
  };
  return [{ ...step, take }];
}

const newCall = (): Call => ({
  isThere: true,
  status: 'queued',
  placement: 'pending',
  hasDialLease: true,
  age: ages.young,
  request: 'none',
  dials: 0,
  absentLookUps: 0,
  isExpired: false,
  closings: 0,
});

const newWorker = (kind: Worker['kind'], at: At, call: number | null, sawExpired: boolean): Worker => ({
  kind,
  at,
  call,
  holdsKey: false,
  hasReplied: kind === 'reconciler',
  isDialler: false,
  counts: false,
  sawExpired,
});

/** The parts of a request that go on when its deadline has answered it (`byDeadline`). */
const withinDeadline: ReadonlySet<At> = new Set([
  'await answer',
  'adopt',
  'remove',
  'note unknown',
  'look once',
  'look',
  'note look-up',
  'close',
  'expire',
]);

const callOf = (state: State, { call }: Worker): Call => state.calls[call ?? -1] as Call;

const permitsTaken = ({ calls }: State): number =>
  calls.filter(({ isThere, status, isExpired }) => isThere && status === 'queued' && !isExpired).length;

const isSettled = ({ isThere, status }: Call): boolean => !isThere || status !== 'queued';

const mayBeGivenBack = ({ isThere, status, placement }: Call): boolean => isThere && status === 'queued' && placement !== 'placed';

const leave: Effect = (state, worker) => void state.workers.splice(state.workers.indexOf(worker), 1);

const goTo =
  (at: At): Effect =>
  (_, worker) => {
    worker.at = at;
  };

/** Work whose request has its answer already, or has none, ends instead. */
const thenOrEnd =
  (at: At): Effect =>
  (state, worker) =>
    (worker.hasReplied ? leave : goTo(at))(state, worker);

const answer201 =
  (call: number | null): Effect =>
  (state, worker) => {
    if (call !== null && !state.told.includes(call)) state.told = [...state.told, call].sort();
    leave(state, worker);
  };

const storeAnswer: Effect = (state, { holdsKey, call }) => {
  if (state.key && holdsKey) Object.assign(state.key, { answer: call, isLeased: false });
};

const endKeyLease: Effect = (state, { holdsKey }) => {
  if (state.key && holdsKey) state.key.isLeased = false;
};

const removeKey = (state: State): void => {
  state.key = null;
  for (const worker of state.workers) worker.holdsKey = false;
};

const abandonKeyOfCall = (state: State, call: number | null): void => {
  if (call !== null && state.key?.call === call && state.key.answer === null) removeKey(state);
};

const place = (call: Call): void => void Object.assign(call, { placement: 'placed', hasDialLease: false, absentLookUps: 0 });

/** The first word of a call that was closed as undialled opens it again (D-33). */
const reopenOrPlace = (call: Call): void => {
  if (call.status === 'failed') Object.assign(call, { status: 'queued', isExpired: true });
  place(call);
};

/** Leaves out calls that are over and that nobody speaks of, and what no step looks at any more. Workers have no order. */
function normalise(state: State): void {
  for (const worker of state.workers) {
    if (['claim', 'read key', 'insert', 'abandon', 'let go'].includes(worker.at)) Object.assign(worker, { call: null, isDialler: false });
    if (worker.hasReplied && !worker.isDialler) Object.assign(worker, { kind: 'reconciler', holdsKey: false });
    if (worker.at !== 'look' && worker.at !== 'note look-up') worker.sawExpired = false;
  }
  const spokenOf = new Set([...state.workers.map(({ call }) => call), state.key?.call, state.key?.answer, ...state.told]);
  const kept = state.calls.map((call, index) => spokenOf.has(index) || !isSettled(call) || call.dials > 0 || call.closings !== 1);
  const place = new Map(kept.flatMap((isKept, index) => (isKept ? [index] : [])).map((old, index) => [old, index]));
  const moved = (call: number | null): number | null => (call === null ? null : (place.get(call) ?? null));
  state.calls = state.calls.filter((_, index) => kept[index]);
  state.told = state.told.map((call) => place.get(call) as number);
  if (state.key) Object.assign(state.key, { call: moved(state.key.call), answer: moved(state.key.answer) });
  for (const worker of state.workers) worker.call = moved(worker.call);
  for (const call of state.calls) {
    if (call.placement === 'placed') call.age = ages.young;
    if (isSettled(call)) call.age = Math.min(call.age, ages.leaseLapsed);
    if (isSettled(call) || call.placement === 'placed') Object.assign(call, { hasDialLease: false, absentLookUps: 0 });
    if (!call.isThere) Object.assign(call, { status: 'ended', placement: 'unknown' });
  }
  state.workers.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
