/** The theme follows the system until the reader chooses one. The choice is kept in this browser. */
export type Theme = 'system' | 'light' | 'dark';

const name = 'ringpost-docs-theme';
/** The API references keep their own choice under this name. Without it they follow the system. */
const nameOfReferences = 'redoc.colorMode';

export function readTheme(): Theme {
  const kept = stored();
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function applyTheme(theme: Theme = readTheme()): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(name, theme);
    if (theme === 'system') localStorage.removeItem(nameOfReferences);
    else localStorage.setItem(nameOfReferences, theme);
  } catch {
    // In a browser that stores nothing the choice applies to this page alone.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
