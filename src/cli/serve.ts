import { parseArgs } from 'node:util';
import { environmentConfig, startService } from '../main.ts';
import type { Command } from './command.ts';
import { untilSignal } from './until-signal.ts';

export const serveCommand: Command = {
  summary: 'Runs the service: the API, the dispatcher and the scheduler, or those named in RINGPOST_ROLES.',
  help: `Usage: ringpost serve

Runs the service until SIGTERM or Ctrl-C, then drains for at most SHUTDOWN_GRACE_SECONDS.
Everything is set by environment variables; README lists them. Without DATABASE_URL it starts a
PostgreSQL of its own in .ringpost/, without REDIS_URL a private redis-server if there is one.`,

  async run(args) {
    parseArgs({ args: [...args], options: {} });
    const service = await startService(environmentConfig());
    await untilSignal();
    await service.stop();
    return 0;
  },
};
