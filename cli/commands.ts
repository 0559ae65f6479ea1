import { agent } from './agent.ts';
import { checkReceiver } from './check-receiver.ts';
import { clock } from './clock.ts';
import type { Command, CommandGroup } from './command.ts';
import { conformance } from './conformance.ts';
import { contact } from './contact.ts';
import { delivery } from './delivery.ts';
import { doctor } from './doctor.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { key } from './key.ts';
import { load } from './load.ts';
import { migrate } from './migrate.ts';
import { number } from './number.ts';
import { replay } from './replay.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { serve } from './serve.ts';
import { simulate } from './simulate.ts';
import { start } from './start.ts';
import { stats } from './stats.ts';
import { tenant } from './tenant.ts';
import { text } from './text.ts';
import { time } from './time.ts';
import { trigger } from './trigger.ts';
import { wallet } from './wallet.ts';

/** Lists every command in the order of the help. */
export const commands: Readonly<Record<string, Command | CommandGroup>> = {
  start,
  serve,
  migrate,
  'rotate-secrets': rotateSecrets,
  doctor,
  simulate,
  tenant,
  key,
  agent,
  number,
  wallet,
  contact,
  text,
  event,
  endpoint,
  trigger,
  delivery,
  replay,
  stats,
  clock,
  time,
  conformance,
  load,
  'check-receiver': checkReceiver,
};
