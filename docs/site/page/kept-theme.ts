/** Light or dark as the system says, until the reader says otherwise; what they said is kept in this browser. */
export type Theme = 'system' | 'light' | 'dark';

const name = 'ringpost-docs-theme';
/** The references keep theirs under this one; without it they do as the system says. */
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
    // A browser that keeps nothing shows what was chosen on this page alone.
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
