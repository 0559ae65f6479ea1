import { render } from 'preact';
import { App } from './app.tsx';
import './console.css';
import { applyTheme } from './theme.ts';

applyTheme();
const place = document.getElementById('console');
if (place) render(<App />, place);
