import { keep, read } from './kept.ts';

/** The theme follows the system until the user chooses one. The choice is kept in this browser. */
export type Theme = 'system' | 'light' | 'dark';

const name = 'ringpost-console-theme';

export function readTheme(): Theme {
  const kept = read(name);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function applyTheme(theme: Theme = readTheme()): void {
  document.documentElement.dataset['theme'] = theme;
  keep(name, theme);
}
