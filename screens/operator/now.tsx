import { span } from '../../simulator/console/page/frame/format.ts';
import { Badge } from '../../simulator/console/page/frame/parts.tsx';
import type { Tone } from '../../simulator/console/page/frame/tone.ts';
import { Answered } from '../parts/answered.tsx';
import { Table, Url } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { type Answer, read, type Schemas } from './api.ts';
import { History } from './history.tsx';
import { EndpointLink, TenantLink } from './links.tsx';
import { Trends } from './trends.tsx';

/** The first view: what is under way, and who is in trouble. */
export function Now() {
  const asked = useAnswer(
    'now',
    async () => {
      const [{ stats }, { endpoints }, { tenants }, { halfHours }] = await Promise.all([
        read<'readStats'>('/stats'),
        read<'listEndpointsInTrouble'>('/webhook-endpoints/in-trouble'),
        read<'listTenantStats'>('/tenant-stats'),
        read<'readDeliveryHistory'>('/delivery-history'),
      ]);
      return { stats, endpoints, tenants, halfHours };
    },
    5_000,
  );
  return (
    <>
      <h1>Now</h1>
      <Answered asked={asked}>
        {({ stats, endpoints, tenants, halfHours }) => (
          <>
            <h2>Endpoints in trouble</h2>
            <Trouble endpoints={endpoints} />
            <Health stats={stats} />
            <h2>The last day, by minutes</h2>
            <Trends />
            <h2>Deliveries of the last day</h2>
            <History halfHours={halfHours} />
            <h2>Tenants with work under way or trouble</h2>
            <Busy tenants={tenants} />
            <h2>Background work</h2>
            <Chores chores={stats.chores} />
          </>
        )}
      </Answered>
    </>
  );
}

type Stats = Answer<'readStats'>['stats'];

const pacingWords: Readonly<Record<Stats['pacing'], string>> = {
  redis: 'for all processes together',
  memory: 'of this process',
  degraded: 'Redis is out of reach: by each process alone',
};

/** From this lag on, deliveries are late: the objective is 30 s. */
const lateSeconds = 30;

function Health({ stats: { deliveries, calls, ...rest } }: { stats: Stats }) {
  const isLate = deliveries.oldestDueSeconds > lateSeconds;
  return (
    <ul class="figures" aria-label="Figures">
      <Figure name="Lag of deliveries" value={span(deliveries.oldestDueSeconds)} tone={isLate ? 'bad' : 'good'}>
        {deliveries.due} due, {deliveries.underWay} under way, {deliveries.scheduled} for later
      </Figure>
      <Figure name="Live calls" value={String(calls.queued + calls.ringing + calls.inProgress)} tone="quiet">
        {calls.queued} queued, {calls.ringing} ringing, {calls.inProgress} talking; {calls.awaitingAnalysis} await their analysis
      </Figure>
      <Figure name="Oldest silent call" value={span(calls.oldestSilentSeconds)} tone={calls.endedByReconciler > 0 ? 'wait' : 'good'}>
        {calls.endedByReconciler} ended only by the reconciler in 24 h
      </Figure>
      <Figure name="Endpoints in trouble" value={String(rest.endpointsInTrouble)} tone={rest.endpointsInTrouble > 0 ? 'bad' : 'good'}>
        {rest.replaysRunning} replays run
      </Figure>
      <Figure
        name="Voice provider"
        value={rest.voiceBreaker === 'open' ? 'down' : 'up'}
        tone={rest.voiceBreaker === 'open' ? 'bad' : 'good'}
      >
        {rest.placements.placed} placed, {rest.placements.notDialled} not dialled, {rest.placements.unknown} unknown
      </Figure>
      {rest.callbacks.map(({ provider, accepted, refused }) => (
        <Figure key={provider} name={`Callbacks of ${provider}`} value={String(accepted)} tone={refused > accepted ? 'bad' : 'good'}>
          {refused} refused
        </Figure>
      ))}
      <Figure name="Texts on their way" value={String(rest.textsAwaitingReport)} tone="quiet">
        await their report; {rest.recordingsDue} recordings to fetch
      </Figure>
      <Figure
        name="Limits are kept by"
        value={rest.pacing === 'redis' ? 'Redis' : 'memory'}
        tone={rest.pacing === 'degraded' ? 'bad' : 'good'}
      >
        {pacingWords[rest.pacing]}
      </Figure>
    </ul>
  );
}

function Figure({ name, value, tone, children }: { name: string; value: string; tone: Tone; children: preact.ComponentChildren }) {
  return (
    <li class={`figure ${tone}`}>
      <span class="figure-name">{name}</span>
      <strong>{value}</strong>
      <span class="muted">{children}</span>
    </li>
  );
}

const Trouble = ({ endpoints }: { endpoints: readonly Schemas['EndpointInTrouble'][] }) => (
  <Table
    label="Endpoints in trouble"
    rows={endpoints}
    keyOf={({ endpoint }) => endpoint.id}
    none="Every endpoint takes its deliveries."
    columns={[
      { title: 'Endpoint', value: ({ endpoint, tenant }) => <EndpointLink tenantId={tenant.id} id={endpoint.id} name={endpoint.name} /> },
      { title: 'Last error', value: ({ lastError }) => lastError },
      { title: 'Tenant', value: ({ tenant }) => <TenantLink {...tenant} /> },
      { title: 'Retrying', value: ({ retrying }) => retrying, isNumber: true },
      { title: 'Failed', value: ({ failed }) => (failed > 0 ? <Badge tone="bad">{failed}</Badge> : failed), isNumber: true },
      { title: 'Since', value: ({ failingSince }) => <Time at={failingSince} /> },
      { title: 'URL', value: ({ endpoint }) => <Url>{endpoint.url}</Url> },
    ]}
  />
);

const Busy = ({ tenants }: { tenants: readonly Schemas['TenantStats'][] }) => (
  <Table
    label="Tenants with work under way or trouble"
    rows={tenants}
    keyOf={({ tenant }) => tenant.id}
    none="No tenant has work under way or trouble."
    columns={[
      { title: 'Tenant', value: ({ tenant }) => <TenantLink {...tenant} /> },
      { title: 'Live calls', value: ({ calls }) => calls.live, isNumber: true },
      { title: 'Due', value: ({ deliveries }) => deliveries.due, isNumber: true },
      { title: 'Lag', value: ({ deliveries }) => span(deliveries.oldestDueSeconds), isNumber: true },
      { title: 'For later', value: ({ deliveries }) => deliveries.scheduled, isNumber: true },
      { title: 'Endpoints that keep failing', value: ({ failingEndpoints }) => failingEndpoints, isNumber: true },
    ]}
  />
);

const Chores = ({ chores }: { chores: Stats['chores'] }) => (
  <details>
    <summary>{chores.some(({ failed }) => failed > 0) ? 'Some turns have failed' : 'No turn has failed'}</summary>
    <Table
      label="Background work"
      rows={chores}
      keyOf={({ chore }) => chore}
      none="The process that answers has not the role scheduler."
      columns={[
        { title: 'Chore', value: ({ chore }) => chore },
        { title: 'Turns', value: ({ turns }) => turns, isNumber: true },
        { title: 'Failed', value: ({ failed }) => (failed > 0 ? <Badge tone="bad">{failed}</Badge> : failed), isNumber: true },
        { title: 'Last success', value: ({ sinceSuccessSeconds }) => `${span(sinceSuccessSeconds)} ago`, isNumber: true },
      ]}
    />
  </details>
);
