import { applyTheme, readTheme, type Theme } from './kept-theme.ts';

/** Makes the button step through the three themes. */
export function addThemeSwitch(button: HTMLButtonElement): void {
  let theme = readTheme();
  const show = (): void => {
    button.textContent = signs[theme];
    button.title = `Theme: ${theme}`;
    button.setAttribute('aria-label', `Theme: ${theme}. Change to ${after(theme)}.`);
  };
  button.addEventListener('click', () => {
    theme = after(theme);
    applyTheme(theme);
    show();
  });
  show();
  button.hidden = false;
}

const after = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
const themes: readonly Theme[] = ['system', 'light', 'dark'];
const signs: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' };
