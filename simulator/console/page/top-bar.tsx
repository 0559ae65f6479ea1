import { useEffect, useState } from 'preact/hooks';
import { span } from './format.ts';
import type { ServiceState } from './service.ts';
import type { Connection } from './stream.ts';
import { applyTheme, readTheme, type Theme } from './theme.ts';

export interface TopBarProps {
  readonly connection: Connection;
  readonly service: ServiceState;
  readonly seed: number | null;
  readonly onClock: () => void;
  readonly onShortcuts: () => void;
  readonly onReset: () => void;
}

const connections: Readonly<Record<Connection, string>> = { connecting: 'Connecting', live: 'Live', lost: 'Gone' };

export function TopBar({ connection, service, seed, onClock, onShortcuts, onReset }: TopBarProps) {
  const ahead = service.clock?.offsetSeconds ?? 0;
  return (
    <header class="top-bar">
      <h1>
        <img src="/console/icon.svg" alt="" width="22" height="22" /> Ringpost <span>simulator</span>
      </h1>
      <p class={`connection ${connection}`}>
        <i aria-hidden="true" /> <span>{connections[connection]}</span>
      </p>
      <p class="facts-line muted">
        {service.service === undefined ? '' : service.service ? <span class="mono">{service.service.url}</span> : 'No service is linked'}
        {seed !== null && <span class="seed"> · seed {seed}</span>}
      </p>
      <div class="top-actions">
        <ResetButton onReset={onReset} />
        <button type="button" onClick={onClock}>
          <span aria-hidden="true">◷ </span>
          {ahead > 0 ? `+${span(ahead)}` : 'Clock'}
        </button>
        <ThemeSwitch />
        <button type="button" class="quiet" aria-label="Keyboard" title="Keyboard (?)" onClick={onShortcuts}>
          ?
        </button>
      </div>
    </header>
  );
}

const themes: readonly Theme[] = ['system', 'light', 'dark'];
const signs: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' };

function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
  return (
    <button
      type="button"
      class="quiet"
      aria-label={`Theme: ${theme}. Change to ${next}.`}
      title={`Theme: ${theme}`}
      onClick={() => {
        applyTheme(next);
        setTheme(next);
      }}
    >
      <span aria-hidden="true">{signs[theme]}</span>
    </button>
  );
}

const reconsiderMs = 3_000;

/** Everything would be gone: the first press asks, the second means it. */
function ResetButton({ onReset }: { onReset: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (!isAsking) return undefined;
    const timer = setTimeout(() => setIsAsking(false), reconsiderMs);
    return () => clearTimeout(timer);
  }, [isAsking]);
  return (
    <button
      type="button"
      class={isAsking ? 'danger' : 'quiet'}
      onClick={() => {
        if (isAsking) onReset();
        setIsAsking(!isAsking);
      }}
    >
      {isAsking ? 'Forget everything?' : 'Reset'}
    </button>
  );
}
