import { useState } from 'preact/hooks';
import { Button } from '../../simulator/console/page/frame/button.tsx';
import { Json } from '../../simulator/console/page/frame/json.tsx';
import { Facts, Problem } from '../../simulator/console/page/frame/parts.tsx';
import { Answered } from '../parts/answered.tsx';
import { Time } from '../parts/time.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { useChange } from '../parts/use-change.ts';
import { change, read, type Schemas } from './api.ts';
import { TenantById } from './links.tsx';
import { TestCall } from './test-call.tsx';

/** An agent with its prompt, which can be changed here. */
export function Agent({ tenantId, id }: { tenantId: string; id: string }) {
  const path = `/tenants/${encodeURIComponent(tenantId)}/agents`;
  const asked = useAnswer(path, () => read<'listTenantAgents'>(path));
  return (
    <>
      <p>
        <TenantById id={tenantId} />
      </p>
      <Answered asked={asked}>
        {({ agents }) => {
          const agent = agents.find((each) => each.id === id);
          if (!agent) return <h1>There is no such agent.</h1>;
          return <Detail agent={agent} path={`${path}/${encodeURIComponent(id)}`} onDone={asked.askAgain} />;
        }}
      </Answered>
    </>
  );
}

const Detail = ({ agent, path, onDone }: { agent: Schemas['AgentView']; path: string; onDone: () => void }) => (
  <>
    <h1>{agent.name}</h1>
    <Facts
      rows={[
        ['State', `${agent.isActive ? 'on' : 'off'}${agent.isDefault ? ', the default' : ''}`],
        ['Outcomes', agent.activeOutcomes.join(', ')],
        ['Qualifies by', agent.qualifyingOutcomes.join(', ')],
        ['At the provider', agent.providerAgentId ?? 'made anew for each call'],
        ['Changed', <Time key="changed" at={agent.updatedAt} />],
      ]}
    />
    <h2>Prompt</h2>
    <Prompt key={agent.id} prompt={agent.systemPrompt} path={path} onDone={onDone} />
    <TestCall agent={agent} path={path} />
    <h2>Schema</h2>
    {agent.extractionSchema === null ? <p class="muted">It mines for no data.</p> : <Json label="Schema" value={agent.extractionSchema} />}
  </>
);

function Prompt({ prompt, path, onDone }: { prompt: string; path: string; onDone: () => void }) {
  const [typed, setTyped] = useState(prompt);
  const { isBusy, problem, run } = useChange();
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await run(() => change<'updateAgent'>('PATCH', path, { systemPrompt: typed }))) onDone();
  };
  return (
    <form class="prompt" onSubmit={(event) => void save(event)}>
      <textarea aria-label="Prompt" rows={12} value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
      <p>
        <Button type="submit" class="primary" isOff={isBusy || typed === prompt || typed.trim() === ''}>
          Save the prompt
        </Button>{' '}
        <Button class="quiet" isOff={typed === prompt} onClick={() => setTyped(prompt)}>
          Undo
        </Button>{' '}
        <span class="muted">
          {typed === prompt ? 'This is what the next call gets.' : 'Not saved yet.'} Calls that are under way keep the old one.
        </span>
      </p>
      {problem !== null && <Problem>{problem}</Problem>}
    </form>
  );
}
