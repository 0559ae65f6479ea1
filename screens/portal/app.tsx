import { useMemo, useState } from 'preact/hooks';
import { type Address, hashOf, useAddress } from '../../simulator/console/page/frame/address.ts';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { ThemeSwitch } from '../../simulator/console/page/frame/theme-switch.tsx';
import { Session as SessionContext } from '../parts/session.ts';
import { Time } from '../parts/time.tsx';
import { useChange } from '../parts/use-change.ts';
import { useStep } from '../parts/use-step.ts';
import { Account } from './account.tsx';
import { endSession, linkInAddress, type Session } from './api.ts';
import { Call, Calls } from './call.tsx';
import { Deliveries } from './deliveries.tsx';
import { Delivery } from './delivery.tsx';
import { Endpoints } from './endpoints.tsx';

const views = [
  ['Endpoints', 'endpoints', 'webhooks'],
  ['Deliveries', 'deliveries', 'webhooks'],
  ['Calls', 'calls', 'calls:read'],
  ['Usage and keys', 'account', 'read'],
] as const;

/** The tenant's portal. It shows the views that the link's scopes allow. */
export function App({ session }: { session: Session | null }) {
  const [isOver, setOver] = useState(session === null);
  const context = useMemo(() => ({ end: () => setOver(true) }), []);
  const address = useAddress();
  const { problem, run } = useChange();
  const allowed = views.filter(([, , scope]) => session?.scopes.includes(scope));
  const shown = address.path[0] ?? allowed[0]?.[1];
  useStep(address, allowed.find(([, path]) => path === shown)?.[0]);
  if (isOver || session === null) return <Over />;
  const leave = (): void => void run(endSession).then((isDone) => isDone && context.end());
  return (
    <SessionContext.Provider value={context}>
      <header class="top">
        <nav aria-label="Views">
          {allowed.map(([name, path]) => (
            <a key={path} href={hashOf([path])} aria-current={shown === path ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <span class="end">
          <span class="muted until">
            Until <Time at={session.expiresAt} />
          </span>
          <ThemeSwitch />
          <button type="button" class="quiet" onClick={leave}>
            Leave
          </button>
        </span>
      </header>
      <main class="view">
        {problem !== null && <Problem>The session goes on. {problem}</Problem>}
        {allowed.some(([, path]) => path === shown) ? <View {...address} path={[shown ?? '', ...address.path.slice(1)]} /> : <Nowhere />}
      </main>
    </SessionContext.Provider>
  );
}

function View({ path, query }: Address) {
  const [name, id] = path;
  if (name === 'endpoints') return <Endpoints />;
  if (name === 'deliveries') return id === undefined ? <Deliveries query={query} /> : <Delivery id={id} />;
  if (name === 'calls') return id === undefined ? <Calls query={query} /> : <Call id={id} />;
  return <Account />;
}

const Nowhere = () => (
  <>
    <h1>Nothing is here</h1>
    <p>The portal has no such view, or the link that was opened does not allow it.</p>
  </>
);

/** Is shown where nobody has said whether the link is good, and where it is not but a session goes on. */
export const NotOpened = ({ why, act }: { why: string; act: string }) => (
  <main class="sign-in">
    <section>
      <h1>The {linkInAddress() === undefined && act === 'Try again' ? 'portal' : 'link'} could not be opened</h1>
      <p>{why}</p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        {act}
      </button>
    </section>
  </main>
);

const Over = () => (
  <main class="sign-in">
    <section>
      <h1>No session is open here</h1>
      <p>Each link opens a session once, and the session lasts an hour at most. Go back to where you found the link and open it again.</p>
    </section>
  </main>
);
