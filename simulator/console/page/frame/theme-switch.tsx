import { useState } from 'preact/hooks';
import { applyTheme, readTheme, type Theme } from './theme.ts';

export function ThemeSwitch() {
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

const themes: readonly Theme[] = ['system', 'light', 'dark'];
const signs: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' };
