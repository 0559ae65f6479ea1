import type { Actions } from './actions.ts';
import type { Listing } from './list/listing.ts';
import type { Navigation } from './navigation.ts';

/** The dialog over the page. */
export type ShownDialog = 'none' | 'shortcuts' | 'time';

/** Returns the action of each shortcut. */
export const keyActions = (
  { setTab, move }: Listing,
  { goTo, goToReceivers, filterField, open, close }: Navigation,
  { hangUp, replayChosen }: Actions,
  show: (dialog: ShownDialog) => void,
): Readonly<Record<string, () => void>> => ({
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
  r: replayChosen,
  a: () => show('time'),
  '?': () => show('shortcuts'),
  Escape: close,
});
