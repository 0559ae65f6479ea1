import type { Ref } from 'preact';
import { Inspector, type InspectorProps } from './inspector.tsx';

/** The details of the chosen item, with the way back to the list on a narrow screen. */
export interface DetailPaneProps extends InspectorProps {
  readonly pane: Ref<HTMLElement>;
  readonly onBack: () => void;
}

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
