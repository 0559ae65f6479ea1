/** Light or dark as the system says, until the person says otherwise; what they said is kept in this browser. */
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

/** A browser may forbid the store; then the choice lasts as long as the page. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above.
  }
}
