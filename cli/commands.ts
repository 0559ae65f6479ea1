import { agent } from './agent.ts';
import { agents } from './agents.ts';
import { auditLog } from './audit-log.ts';
import { calls } from './calls.ts';
import { catchUp } from './catch-up.ts';
import { checkReceiver } from './check-receiver.ts';
import { clean } from './clean.ts';
import { clock } from './clock.ts';
import { completion } from './completion.ts';
import { conformance } from './conformance.ts';
import { contact } from './contact.ts';
import { deliveries } from './deliveries.ts';
import { delivery } from './delivery.ts';
import { doctor } from './doctor.ts';
import { endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { erasure } from './erasure.ts';
import { event } from './event.ts';
import { key } from './key.ts';
import { listen } from './listen.ts';
import { load } from './load.ts';
import { login, logout } from './login.ts';
import { migrate } from './migrate.ts';
import { move } from './move.ts';
import { number } from './number.ts';
import { open } from './open.ts';
import type { Command, CommandGroup } from './parts/command.ts';
import { provider } from './provider.ts';
import { replay } from './replay.ts';
import { restoreMark } from './restore-mark.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { sandbox } from './sandbox.ts';
import { scenario } from './scenario.ts';
import { serve } from './serve.ts';
import { simulate } from './simulate.ts';
import { start } from './start.ts';
import { stats } from './stats.ts';
import { tenant } from './tenant.ts';
import { text } from './text.ts';
import { time } from './time.ts';
import { trigger } from './trigger.ts';
import { triggers } from './triggers.ts';
import { wallet } from './wallet.ts';
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
