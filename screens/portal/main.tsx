import { render } from 'preact';
import { applyTheme } from '../../simulator/console/page/frame/theme.ts';
import { showHidden } from '../parts/show-hidden.ts';
import { linkInAddress, openSession } from './api.ts';
import { App, NotOpened } from './app.tsx';
import './styles/portal.css';

applyTheme();
showHidden();
const place = document.getElementById('page');
// Another link that is opened where this page is shown changes only what stands behind the `#`, and nothing would be loaded.
addEventListener('hashchange', (event) => {
  if (linkInAddress() === undefined) return;
  event.stopImmediatePropagation();
  location.reload();
});
void openSession()
  .then(
    ({ session, isRefused }) =>
      isRefused && session !== null ? (
        <NotOpened
          why="It has been opened before, has expired, or is not whole. A session that is open in this browser goes on."
          act="Go on"
        />
      ) : (
        <App session={session} />
      ),
    (error: unknown) => <NotOpened why={error instanceof Error ? error.message : String(error)} act="Try again" />,
  )
  .then((shown) => place && render(shown, place));
