import { render } from 'preact';
import { applyTheme } from '../../simulator/console/page/frame/theme.ts';
import { showHidden } from '../parts/show-hidden.ts';
import { App } from './app.tsx';
import './styles/operator.css';

applyTheme();
showHidden();
const place = document.getElementById('page');
if (place) render(<App />, place);
