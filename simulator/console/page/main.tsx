import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './frame/theme.ts';
import './styles/console.css';

applyTheme();
const place = document.getElementById('console');
if (place) render(<App />, place);
