import { type ComponentChild, render } from 'preact';
import { applyTheme } from '../../simulator/console/page/frame/theme.ts';
import { refusalOf } from '../parts/refusal.ts';
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
const show = (shown: ComponentChild): void => {
  if (place) render(shown, place);
};
show(
  <main class="sign-in">
    <p class="muted">Asking …</p>
  </main>,
);
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
    (error: unknown) => <NotOpened why={refusalOf(error).message} act="Try again" />,
  )
  .then(show);
