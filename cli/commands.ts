import { completion } from './completion.ts';
import { checkReceiver } from './judges/check-receiver.ts';
import { conformance } from './judges/conformance.ts';
import { load } from './judges/load.ts';
import { agent } from './operator/agent.ts';
import { auditLog } from './operator/audit-log.ts';
import { clock } from './operator/clock.ts';
import { contact } from './operator/contact.ts';
import { delivery } from './operator/delivery.ts';
import { endpoint } from './operator/endpoint.ts';
import { erasure } from './operator/erasure.ts';
import { event } from './operator/event.ts';
import { key } from './operator/key.ts';
import { number } from './operator/number.ts';
import { replay } from './operator/replay.ts';
import { restoreMark } from './operator/restore-mark.ts';
import { scenario } from './operator/scenario.ts';
import { stats } from './operator/stats.ts';
import { tenant } from './operator/tenant.ts';
import { text } from './operator/text.ts';
import { trigger } from './operator/trigger.ts';
import { wallet } from './operator/wallet.ts';
import type { Command, CommandGroup } from './parts/command.ts';
import { clean } from './service/clean.ts';
import { doctor } from './service/doctor.ts';
import { migrate } from './service/migrate.ts';
import { move } from './service/move.ts';
import { open } from './service/open.ts';
import { provider } from './service/provider.ts';
import { rotateSecrets } from './service/rotate-secrets.ts';
import { sandbox } from './service/sandbox.ts';
import { serve } from './service/serve.ts';
import { simulate } from './service/simulate.ts';
import { start } from './service/start.ts';
import { time } from './service/time.ts';
import { agents } from './tenant/agents.ts';
import { calls } from './tenant/calls.ts';
import { catchUp } from './tenant/catch-up.ts';
import { deliveries } from './tenant/deliveries.ts';
import { endpoints } from './tenant/endpoints.ts';
import { listen } from './tenant/listen.ts';
import { login, logout } from './tenant/login.ts';
import { triggers } from './tenant/triggers.ts';
import { withWatch } from './watchable.ts';

/** Lists every command in the order of the help. */
export const commands: Readonly<Record<string, Command | CommandGroup>> = withWatch({
  start,
  open,
  clean,
  serve,
  migrate,
  'rotate-secrets': rotateSecrets,
  'restore-mark': restoreMark,
  doctor,
  provider,
  simulate,
  scenario,
  sandbox,
  login,
  logout,
  calls,
  agents,
  endpoints,
  triggers,
  deliveries,
  listen,
  'catch-up': catchUp,
  tenant,
  move,
  key,
  agent,
  number,
  wallet,
  contact,
  erasure,
  text,
  event,
  endpoint,
  trigger,
  delivery,
  replay,
  stats,
  'audit-log': auditLog,
  clock,
  time,
  conformance,
  load,
  'check-receiver': checkReceiver,
  completion: completion(() => commands),
});
