import { addCopyButtons } from './copy-buttons.ts';
import { followReading } from './follow-reading.ts';
import { addMenu } from './menu.ts';
import { addSearch } from './search.ts';
import { addTabs } from './tabs.ts';
import { addThemeSwitch } from './theme-switch.ts';
import { addTryIt } from './try-it.ts';

/** The scripts only help: the pages are readable without them. */
const theme = document.querySelector<HTMLButtonElement>('.theme');
const menu = document.querySelector<HTMLButtonElement>('.menu');
const search = document.querySelector<HTMLElement>('.search');
const key = document.querySelector<HTMLElement>('.api-key');
const root = document.documentElement.dataset['root'] ?? '';
const navigation = document.querySelector<HTMLElement>('.navigation');
if (theme) addThemeSwitch(theme);
if (menu && navigation) addMenu(menu, navigation);
if (search) addSearch(search, root);
if (key) void addTryIt([...document.querySelectorAll<HTMLElement>('.try-it')], key, root);
addTabs();
addCopyButtons();
followReading();
