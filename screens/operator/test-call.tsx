import { useState } from 'preact/hooks';
import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { missingVariables } from '../../src/agents/prompt.ts';
import { Answered } from '../parts/answered.tsx';
import { Form, typedIn } from '../parts/form.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { change, read, type Schemas } from './api.ts';

/** Lets an agent phone a number, with the saved prompt, and shows what becomes of the call. */
export function TestCall({ agent, path }: { agent: Schemas['AgentView']; path: string }) {
  const [placed, setPlaced] = useState<string | null>(null);
  const names = missingVariables(agent.systemPrompt, {});
  const place = async (given: FormData, idempotencyKey: string): Promise<void> => {
    const variables = Object.fromEntries(names.map((name) => [name, typedIn(given, `variable ${name}`)]));
    const body = { phoneNumber: typedIn(given, 'number'), variables, idempotencyKey };
    setPlaced((await change<'placeTestCall'>('POST', `${path}/test-calls`, body)).call.id);
  };
  return (
    <>
      <h2>Test call</h2>
      {agent.isActive ? (
        <Form
          name="Test call"
          act="Place a test call"
          question={(given) => `The telephone ${typedIn(given, 'number')} rings, and the tenant pays for the call. Place it?`}
          send={place}
          onDone={() => {}}
        >
          <label>
            Number to call, in E.164
            <input name="number" class="mono" type="tel" required placeholder="+1" />
          </label>
          {names.map((name) => (
            <label key={name}>
              {name}
              <input name={`variable ${name}`} required />
            </label>
          ))}
        </Form>
      ) : (
        <p class="muted">An agent that is off places no calls.</p>
      )}
      {placed !== null && <Placed id={placed} />}
    </>
  );
}

function Placed({ id }: { id: string }) {
  const asked = useAnswer(id, () => read<'readAnyCall'>(`/calls/${encodeURIComponent(id)}`), 2_000);
  return (
    <Answered asked={asked}>
      {({ call }) => (
        <p role="status">
          <a href={hashOf(['calls', id])}>The call to {call.phoneNumber}</a>{' '}
          {call.endedAt === null ? `is ${call.status}.` : `has ended: ${call.outcome ?? call.status}.`}
        </p>
      )}
    </Answered>
  );
}
