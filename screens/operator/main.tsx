import { render } from 'preact';
import { applyTheme } from '../../simulator/console/page/frame/theme.ts';
import { App } from './app.tsx';
import './styles/operator.css';

applyTheme();
const place = document.getElementById('page');
if (place) render(<App />, place);
