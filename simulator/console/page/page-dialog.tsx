import { ShortcutsDialog } from './frame/shortcuts-dialog.tsx';
import type { TimeState } from './time/time.ts';
import { TimeDialog } from './time/time-dialog.tsx';

export type ShownDialog = 'none' | 'shortcuts' | 'time';

/** The dialog over the page, if one is open. */
export interface PageDialogProps {
  readonly shown: ShownDialog;
  readonly time: TimeState;
  readonly shortcutsOn: boolean;
  readonly say: (sentence: string) => void;
  readonly onShortcuts: (isOn: boolean) => void;
  readonly onClose: () => void;
}

export function PageDialog({ shown, time, shortcutsOn, say, onShortcuts, onClose }: PageDialogProps) {
  switch (shown) {
    case 'none':
      return null;
    case 'shortcuts':
      return <ShortcutsDialog isOn={shortcutsOn} onSwitch={onShortcuts} onClose={onClose} />;
    case 'time':
      return <TimeDialog time={time} say={say} onClose={onClose} />;
  }
}
