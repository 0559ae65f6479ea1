import { once } from 'node:events';
import { createPublicServer } from '../../src/http/server.ts';
import { publicSurface } from '../../src/http/surfaces.ts';
import { startService } from '../../src/main.ts';
import { environmentConfig } from '../../src/process/environment-config.ts';

/** Runs the service's whole pipeline, with its log and its counts, and with operations that do nothing. */
const { context, stop } = await startService(environmentConfig({ RINGPOST_ROLES: 'dispatcher' }));
const nothing = { status: 200, rawJson: '{}' };
const server = createPublicServer(context, { ...publicSurface(context), operate: async () => nothing });
server.listen(context.config.port, '127.0.0.1');
await once(process, 'SIGTERM');
server.close();
server.closeAllConnections();
await stop();
