import { resolveRealMoment } from '../clients/moment.ts';
import { operatorCommand } from '../clients/operator-command.ts';
import { moment, need } from '../parts/options.ts';
import { showTime } from '../parts/screen.ts';

export const restoreMark = operatorCommand({
  summary: 'Says that the database was restored, where the service cannot notice it by itself.',
  options: { since: need(moment('Up to when the restored database has everything: a time in ISO 8601, or a duration ago such as 10m.')) },
  examples: ['ringpost restore-mark --since 2026-01-03T12:00:00Z'],
  ask: async (api, { since }) => api.markRestored({ body: { lostFrom: await resolveRealMoment(api, since) } }),
  show: (screen, { restore }) => screen.fields({ 'lost from': showTime(restore.lostFrom), 'lost until': showTime(restore.lostUntil) }),
});
