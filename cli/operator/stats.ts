import type { components } from '../../src/contract/generated/operator.ts';
import { operatorCommand } from '../clients/operator-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { showDuration } from '../parts/duration.ts';
import { given, wholeNumber } from '../parts/options.ts';
import { showTime } from '../parts/screen.ts';

export const stats: CommandGroup = {
  summary: 'How the installation stands: what waits, who does not take their webhooks, what each day came to.',
  alone: 'now',
  commands: {
    now: operatorCommand({
      summary: 'Shows what waits and what is under way, over all tenants.',
      examples: ['ringpost stats', 'ringpost stats now --json'],
      ask: (api) => api.readStats({}),
      show(screen, { stats }) {
        const { at, deliveries, calls, ...rest } = stats;
        screen.fields({
          at: showTime(at),
          'deliveries due': deliveries.due,
          lag: showDuration(deliveries.oldestDueSeconds),
          'deliveries under way': deliveries.underWay,
          'deliveries scheduled': deliveries.scheduled,
          'calls queued': calls.queued,
          'calls ringing': calls.ringing,
          'calls in progress': calls.inProgress,
          'calls awaiting analysis': calls.awaitingAnalysis,
          'oldest silent call': showDuration(calls.oldestSilentSeconds),
          'calls ended by reconciler, 24 h': calls.endedByReconciler,
          'texts awaiting report': rest.textsAwaitingReport,
          'recordings to fetch': rest.recordingsDue,
          'replays running': rest.replaysRunning,
          'endpoints in trouble': rest.endpointsInTrouble,
          ...Object.fromEntries(
            rest.callbacks.map(({ provider, accepted, refused, refusals }) => [
              `callbacks of ${provider}`,
              [`${accepted} accepted, ${refused} refused`, ...refusals.map(({ reason, count }) => `${reason} ${count}`)].join(', '),
            ]),
          ),
          'sent undocumented': rest.providerDrift
            .slice(0, mostDrift)
            .map(({ provider, kind, name, count }) => `${provider} ${kindNames[kind]} ${name} (${count})`)
            .join(', '),
          placements: `${rest.placements.placed} placed, ${rest.placements.notDialled} not dialled, ${rest.placements.unknown} unknown`,
          'attempts of the last day': `${rest.objective.attemptsBegun} begun, ${rest.objective.attemptsLate} late`,
          'error budget used': `${Math.round(100 * rest.objective.errorBudgetUsed)} %`,
          'waits for connections': rest.poolWaits
            .map(({ pool, waits, long, totalSeconds }) => `${pool} ${waits} (${long} long, ${showDuration(totalSeconds)} in all)`)
            .join(', '),
          'voice breaker': rest.voiceBreaker,
          pacing: rest.pacing,
        });
        for (const advice of adviceFor(stats)) screen.note(advice);
      },
    }),

    chores: operatorCommand({
      summary: 'Lists the background work of the process that answers; those first that have not succeeded for longest.',
      examples: ['ringpost stats chores', 'ringpost stats chores --json'],
      ask: (api) => api.readStats({}),
      show: (screen, { stats: { chores } }) =>
        screen.table(
          chores,
          [
            { title: 'CHORE', value: ({ chore }) => chore },
            { title: 'TURNS', value: ({ turns }) => turns, right: true },
            { title: 'FAILED', value: ({ failed }) => failed, right: true, tone: ({ failed }) => (failed > 0 ? 'bad' : 'plain') },
            { title: 'LAST SUCCESS', value: ({ sinceSuccessSeconds }) => `${showDuration(sinceSuccessSeconds)} ago`, right: true },
          ],
          'The process that answers has not the role scheduler.',
        ),
    }),

    tenants: operatorCommand({
      summary: 'Lists the tenants with work under way or trouble; the most trouble first.',
      options: { limit: wholeNumber('How many at most (50).', 1, 200) },
      examples: ['ringpost stats tenants', 'ringpost stats tenants --limit 10'],
      ask: (api, { limit }) => api.listTenantStats({ query: given({ limit }) }),
      show: (screen, { tenants }) =>
        screen.table(
          tenants,
          [
            { title: 'TENANT', value: ({ tenant }) => tenant.id },
            { title: 'NAME', value: ({ tenant }) => tenant.name, shrinks: true },
            { title: 'LIVE', value: ({ calls }) => calls.live, right: true },
            { title: 'SILENT', value: ({ calls }) => showDuration(calls.oldestSilentSeconds), right: true },
            { title: 'BY RECONCILER', value: ({ calls }) => calls.endedByReconciler, right: true },
            { title: 'DUE', value: ({ deliveries }) => deliveries.due, right: true },
            { title: 'LAG', value: ({ deliveries }) => showDuration(deliveries.oldestDueSeconds), right: true },
            { title: 'SCHEDULED', value: ({ deliveries }) => deliveries.scheduled, right: true },
            { title: 'FAILING', value: ({ failingEndpoints }) => failingEndpoints, right: true },
          ],
          'No tenant has work under way or trouble.',
        ),
    }),

    trouble: operatorCommand({
      summary: 'Lists the webhook endpoints, of all tenants, that do not take their deliveries; the worst first.',
      options: { limit: wholeNumber('How many at most (50).', 1, 200) },
      examples: ['ringpost stats trouble', 'ringpost stats trouble --limit 10'],
      ask: (api, { limit }) => api.listEndpointsInTrouble({ query: given({ limit }) }),
      show(screen, { endpoints }) {
        screen.table(
          endpoints,
          [
            { title: 'TENANT', value: ({ tenant }) => tenant.id },
            { title: 'ENDPOINT', value: ({ endpoint }) => endpoint.id },
            { title: 'URL', value: ({ endpoint }) => endpoint.url, shrinks: true },
            { title: 'RETRYING', value: ({ retrying }) => retrying, right: true },
            { title: 'FAILED', value: ({ failed }) => failed, right: true, tone: ({ failed }) => (failed > 0 ? 'bad' : 'plain') },
            { title: 'SINCE', value: ({ failingSince }) => showTime(failingSince), tone: () => 'quiet' },
            { title: 'LAST ERROR', value: ({ lastError }) => lastError, shrinks: true },
          ],
          'Every endpoint takes its deliveries.',
        );
        if (endpoints.length > 0)
          screen.note(
            'Tell the tenant. Once it is mended: ringpost delivery replay <tenant> <endpoint> --since 24h sends what failed again.',
          );
      },
    }),

    days: operatorCommand({
      summary: 'Shows what each day came to, newest first.',
      options: { limit: wholeNumber('How many days at most (7).', 1, 400) },
      examples: ['ringpost stats days', 'ringpost stats days --limit 30'],
      ask: (api, { limit }) => api.listDailySummaries({ query: given({ limit }) }),
      show: (screen, { summaries }) =>
        screen.table(
          summaries,
          [
            { title: 'DAY', value: ({ day }) => day },
            { title: 'TENANTS', value: ({ tenants }) => tenants, right: true },
            { title: 'CALLS', value: ({ calls }) => calls.placed, right: true },
            { title: 'COMPLETED', value: ({ calls }) => calls.completed, right: true },
            { title: 'TEXTS', value: ({ texts }) => texts.sent, right: true },
            { title: 'DELIVERIES', value: ({ deliveries }) => deliveries.made, right: true },
            { title: 'FAILED', value: ({ deliveries }) => deliveries.failed, right: true },
            { title: 'WAITING', value: ({ deliveries }) => deliveries.waiting, right: true },
            { title: 'IN TROUBLE', value: ({ endpointsInTrouble }) => endpointsInTrouble, right: true },
          ],
          'No day has ended yet since the scheduler began.',
        ),
    }),
  },
};

const lateSeconds = 60;

/** `--json` has the others. */
const mostDrift = 5;
const kindNames = { type: 'type', key: 'key', ended_reason: 'ended reason' };

function adviceFor({
  deliveries,
  endpointsInTrouble,
  callbacks,
  pacing,
  providerDrift,
}: components['schemas']['StatsView']): readonly string[] {
  return [
    ...(deliveries.oldestDueSeconds > lateSeconds
      ? ['Deliveries are late: see that processes with the role dispatcher run, or add one. `ringpost doctor` looks further.']
      : []),
    ...(endpointsInTrouble > 0 ? ['Some endpoints do not take their deliveries: `ringpost stats trouble` names them.'] : []),
    ...callbacks
      .filter(({ accepted, refused }) => refused > accepted)
      .map(({ provider }) => `Most callbacks of ${provider} are refused: \`ringpost doctor\` looks further.`),
    ...(providerDrift.length > 0
      ? ['A provider sends what its documents did not say. It is ignored; a newer release may read it (metric provider_drift_total).']
      : []),
    ...(pacing === 'degraded' ? ['Redis is out of reach: limits are kept by each process alone. `ringpost doctor` looks further.'] : []),
  ];
}
