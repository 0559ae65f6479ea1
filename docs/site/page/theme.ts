import { applyTheme } from './kept-theme.ts';

/** The theme is applied before the first paint, so that no page flashes in the other theme. */
applyTheme();
