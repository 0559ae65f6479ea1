import type { Service } from '../link/service.ts';
import { Clocks } from '../time/clocks.tsx';
import type { TimeState } from '../time/time.ts';
import type { Connection } from '../timeline/stream.ts';
import { ResetButton } from './reset-button.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export interface TopBarProps {
  readonly connection: Connection;
  readonly service: Service | null | undefined;
  readonly seed: number | null;
  readonly time: TimeState;
  readonly say: (sentence: string) => void;
  readonly onTime: () => void;
  readonly onShortcuts: () => void;
  readonly onReset: () => void;
}

const connections: Readonly<Record<Connection, string>> = { connecting: 'Connecting', live: 'Live', lost: 'Gone' };

export function TopBar({ connection, service, seed, time, say, onTime, onShortcuts, onReset }: TopBarProps) {
  return (
    <header class="top-bar">
      <h1>
        <img src="/console/icon.svg" alt="" width="22" height="22" /> Ringpost <span>simulator</span>
      </h1>
      <p class={`connection ${connection}`}>
        <i aria-hidden="true" /> <span>{connections[connection]}</span>
      </p>
      <p class="facts-line muted">
        {service === undefined ? '' : service ? <span class="mono">{service.url}</span> : 'No service is linked'}
        {seed !== null && <span class="seed"> · seed {seed}</span>}
      </p>
      <Clocks time={time} onOpen={onTime} say={say} />
      <div class="top-actions">
        <ResetButton onReset={onReset} />
        <ThemeSwitch />
        <button type="button" class="quiet" aria-label="Keyboard" title="Keyboard (?)" onClick={onShortcuts}>
          ?
        </button>
      </div>
    </header>
  );
}
