import { Dialog } from './dialog.tsx';
import { keepShortcuts, shortcuts } from './shortcuts.ts';

export function ShortcutsDialog({ isOn, onSwitch, onClose }: { isOn: boolean; onSwitch: (isOn: boolean) => void; onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl class="shortcuts">
        {shortcuts.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            keepShortcuts(event.currentTarget.checked);
            onSwitch(event.currentTarget.checked);
          }}
        />
        <span>Single keys do something</span>
      </label>
    </Dialog>
  );
}
