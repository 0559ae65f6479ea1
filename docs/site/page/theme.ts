import { applyTheme } from './kept-theme.ts';

/** Before anything is painted, so that no page flashes in the other theme. */
applyTheme();
