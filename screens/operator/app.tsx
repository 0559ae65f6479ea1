import { useMemo, useState } from 'preact/hooks';
import { type Address, hashOf, useAddress } from '../../simulator/console/page/frame/address.ts';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { ThemeSwitch } from '../../simulator/console/page/frame/theme-switch.tsx';
import { Session } from '../parts/session.ts';
import { useChange } from '../parts/use-change.ts';
import { useStep } from '../parts/use-step.ts';
import { Agent } from './agent.tsx';
import { signOut } from './api.ts';
import { AuditLog } from './audit-log.tsx';
import { Call } from './call.tsx';
import { Calls } from './calls.tsx';
import { Deliveries } from './deliveries.tsx';
import { Delivery } from './delivery.tsx';
import { Endpoint } from './endpoint.tsx';
import { Now } from './now.tsx';
import { SignIn } from './sign-in.tsx';
import { Tenant } from './tenant.tsx';
import { Tenants } from './tenants.tsx';

const views = [
  ['Now', ''],
  ['Deliveries', 'deliveries'],
  ['Calls', 'calls'],
  ['Tenants', 'tenants'],
  ['Audit log', 'audit-log'],
] as const;

export function App() {
  const [isSignedIn, setSignedIn] = useState(true);
  const session = useMemo(() => ({ end: () => setSignedIn(false) }), []);
  const address = useAddress();
  const { problem, run } = useChange();
  useStep(address, views.find(([, path]) => path === (address.path[0] ?? ''))?.[0]);
  if (!isSignedIn) return <SignIn onDone={() => setSignedIn(true)} />;
  const leave = (): void => void run(signOut).then((isDone) => isDone && session.end());
  return (
    <Session.Provider value={session}>
      <header class="top">
        <a class="name" href={hashOf([])}>
          Ringpost <span class="muted">operator</span>
        </a>
        <nav aria-label="Views">
          {views.map(([name, path]) => (
            <a key={path} href={hashOf(path === '' ? [] : [path])} aria-current={(address.path[0] ?? '') === path ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <span class="end">
          <ThemeSwitch />
          <button type="button" class="quiet" onClick={leave}>
            Sign out
          </button>
        </span>
      </header>
      <main class="view">
        {problem !== null && <Problem>You are still signed in. {problem}</Problem>}
        <View {...address} />
      </main>
    </Session.Provider>
  );
}

function View({ path, query }: Address) {
  const [name = '', id, ...rest] = path;
  if (name === 'deliveries') return id === undefined ? <Deliveries query={query} /> : <Delivery id={id} />;
  if (name === 'calls') return id === undefined ? <Calls query={query} /> : <Call id={id} />;
  if (name === 'tenants') return id === undefined ? <Tenants /> : <OfTenant id={id} path={rest} query={query} />;
  if (name === 'audit-log') return <AuditLog query={query} />;
  return <Now />;
}

function OfTenant({ id, path: [noun, nounId], query }: Address & { id: string }) {
  if (noun === 'endpoints' && nounId !== undefined) return <Endpoint tenantId={id} id={nounId} since={query['since']} />;
  if (noun === 'agents' && nounId !== undefined) return <Agent tenantId={id} id={nounId} />;
  return <Tenant id={id} />;
}
