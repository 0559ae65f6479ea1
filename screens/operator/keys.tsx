import { useState } from 'preact/hooks';
import { Problem } from '../../simulator/console/page/frame/parts.tsx';
import { Form, typedIn } from '../parts/form.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { Surely } from '../parts/surely.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useChange } from '../parts/use-change.ts';
import { type Answer, change, type Schemas } from './api.ts';

type Key = Answer<'listApiKeys'>['keys'][number];

const scopes: readonly Schemas['Scope'][] = ['calls:place', 'calls:read', 'read', 'write', 'webhooks'];

/** The keys of a tenant. A key is shown once, when it was made. */
export function Keys({ path, keys, onDone }: { path: string; keys: readonly Key[]; onDone: () => void }) {
  const { problem, run } = useChange();
  const revoke = (id: string): void => void run(() => change<'revokeApiKey'>('DELETE', `${path}/${encodeURIComponent(id)}`)).then(onDone);
  return (
    <>
      <h2>API keys</h2>
      {problem !== null && <Problem>{problem}</Problem>}
      <Table
        label="API keys"
        rows={keys}
        keyOf={({ id }) => id}
        none="It has no key."
        columns={[
          { title: 'Key', value: ({ name }) => <span class="words">{name}</span> },
          { title: 'Scopes', value: ({ scopes: of }) => of.join(', ') },
          { title: 'Expires', value: ({ expiresAt }) => <Time at={expiresAt} /> },
          {
            title: 'Revoked',
            value: ({ id, name, revokedAt }) =>
              revokedAt === null ? <Surely act="Revoke" name={name} onConfirm={() => revoke(id)} /> : <Time at={revokedAt} />,
          },
        ]}
      />
      <NewKey path={path} onDone={onDone} />
    </>
  );
}

function NewKey({ path, onDone }: { path: string; onDone: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  const make = async (given: FormData): Promise<void> => {
    const body = { name: typedIn(given, 'name'), scopes: scopes.filter((scope) => given.has(scope)) };
    setMade((await change<'createApiKey'>('POST', path, body)).apiKey);
  };
  return (
    <>
      <Form name="New key" act="Make a key" send={make} onDone={onDone}>
        <label>
          Name of the key
          <input name="name" required maxLength={100} />
        </label>
        <fieldset>
          <legend>Scopes</legend>
          {scopes.map((scope) => (
            <label key={scope}>
              <input type="checkbox" name={scope} /> {scope}
            </label>
          ))}
        </fieldset>
      </Form>
      {made !== null && <ShownOnce name="API key" text={made} />}
    </>
  );
}
