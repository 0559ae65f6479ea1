import { untilSignal } from '../../src/process/until-signal.ts';
import { refuseSandboxFolder } from '../clients/started.ts';
import { command } from '../parts/command.ts';
import { refuseTakenPorts } from '../parts/ports.ts';

export const serve = command({
  summary: 'Runs the service: the API, the dispatcher and the scheduler, or those named in RINGPOST_ROLES.',
  notes: `Runs the service until SIGTERM or Ctrl-C; then it is not ready any more, goes on for
SHUTDOWN_DELAY_SECONDS so that balancers notice, and drains for at most SHUTDOWN_GRACE_SECONDS.
It first brings the schema up to date; if that lasts, /healthz and /readyz answer on the operator listener.
Everything is set by environment variables; docs/settings.md lists them. Without DATABASE_URL it starts a
PostgreSQL of its own in .ringpost/, without REDIS_URL a private redis-server if there is one.`,
  examples: ['ringpost serve', 'RINGPOST_ROLES=dispatcher ringpost serve'],

  async run() {
    const { readConfig } = await import('../../src/process/config.ts');
    const { environmentConfig } = await import('../../src/process/environment-config.ts');
    const { startService } = await import('../../src/main.ts');
    const { embeddedServers } = await import('../../tools/embedded/servers.ts');
    const { MigrationStopped } = await import('../../src/db/migration-sessions.ts');
    // The ports are looked at first, because the whole configuration makes the secrets that are missing.
    const { roles, port, host, operatorPort, operatorHost, dataFolder } = readConfig(process.env);
    refuseSandboxFolder(dataFolder, 'run');
    if (roles.has('api')) await refuseTakenPorts({ PORT: { port, host }, OPERATOR_PORT: { port: operatorPort, host: operatorHost } });
    const config = environmentConfig();
    // Signals are handled from before the start. One that comes during the migration ends it; one that comes later in
    // the start takes effect once the service has started.
    const stopping = new AbortController();
    const stopped = untilSignal(stopping);
    try {
      const service = await startService(config, { stopping, embedded: embeddedServers(config.dataFolder) });
      await stopped;
      await service.stop();
    } catch (error) {
      if (!(error instanceof MigrationStopped)) throw error;
    }
    return 0;
  },
});
