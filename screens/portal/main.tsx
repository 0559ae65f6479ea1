import { render } from 'preact';
import { applyTheme } from '../../simulator/console/page/frame/theme.ts';
import { openSession } from './api.ts';
import { App } from './app.tsx';
import './styles/portal.css';

applyTheme();
const place = document.getElementById('page');
void openSession().then((session) => place && render(<App session={session} />, place));
