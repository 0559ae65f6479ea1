import type { ChildProcess } from 'node:child_process';
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../cli/parts/ports.ts';
import { endProcess } from '../../tools/embedded/end-process.ts';
import type { Postgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { fileOf, launch, replaced, untilListening } from './launch.ts';

/** The two proxies of the fleet, with the files of `deploy/`: only addresses and the way in are changed. */

export interface Nginx {
  /** Routes by the cell that the key names. */
  readonly publicUrl: string;
  /** Within the fleet: any process of the first cell. */
  readonly operatorUrl: string;
  /** The key goes to this cell from now on, whichever it names. */
  move(keyName: string, cell: string): Promise<void>;
  stop(): Promise<void>;
}

export interface Cell {
  readonly publicPorts: readonly number[];
  readonly operatorPorts: readonly number[];
}

export interface NginxOptions {
  /** The sandboxes' folder, if there are any, has the map that `ringpost sandbox` wrote. */
  readonly sandboxes?: string;
  /** Stands in the server of the site too. */
  readonly alsoInServer?: string;
}

export async function startNginx(
  folder: string,
  cells: readonly [Cell, Cell],
  { sandboxes = folder, alsoInServer = '' }: NginxOptions = {},
): Promise<Nginx> {
  const [publicPort, operatorPort] = [await freePort(), await freePort()];
  let site = await fileOf('nginx/ringpost.conf');
  for (const [n, { publicPorts }] of cells.entries()) {
    const addresses = [...site.matchAll(new RegExp(`10\\.0\\.${n + 1}\\.1\\d:8080`, 'g'))].map(([address]) => address);
    if (addresses.length !== publicPorts.length) throw new Error(`nginx/ringpost.conf has ${addresses.length} processes in cell ${n + 1}`);
    for (const [at, port] of publicPorts.entries()) site = replaced(site, addresses[at] ?? '', `127.0.0.1:${port}`);
  }
  site = replaced(site, 'listen 80;', `listen 127.0.0.1:${publicPort}; ${alsoInServer}`);
  const movedKeys = join(folder, 'moved-keys.map');
  await writeFile(movedKeys, await fileOf('nginx/moved-keys.map'));
  site = replaced(site, '/etc/nginx/moved-keys.map', movedKeys).replaceAll('/var/lib/ringpost/sandboxes', sandboxes);
  const operators = cells[0].operatorPorts.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join(' ');
  const inside = `
    upstream operators { ${operators} keepalive 32; keepalive_timeout 2s; }
    server { listen 127.0.0.1:${operatorPort}; location / {
      proxy_pass http://operators; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_connect_timeout 1s; } }`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const main = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr warn;
    events { worker_connections 1024; }
    http { access_log off; ${temporary}
    ${site}
    ${inside} }`;
  await writeFile(join(folder, 'nginx.conf'), main);
  const child = launch('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { folder });
  await untilListening(publicPort, child);
  return {
    publicUrl: `http://127.0.0.1:${publicPort}`,
    operatorUrl: `http://127.0.0.1:${operatorPort}`,
    async move(keyName, cell) {
      await appendFile(movedKeys, `${keyName} ${cell};\n`);
      const before = await workersOf(child);
      child.kill('SIGHUP');
      await until('the workers that go by the old files take no connection any more', async () =>
        (await Promise.all(before.map(hasStopped))).every(Boolean),
      );
    },
    stop: () => endProcess(child, 'SIGTERM'),
  };
}

/** The processes of nginx's workers. */
const workersOf = async ({ pid }: ChildProcess): Promise<readonly string[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);

/** It has closed what it listened on, as its title says, or it is gone. */
const hasStopped = async (pid: string): Promise<boolean> => {
  const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return title === null || title === '' || title.includes('shutting down');
};

export interface Pgbouncer {
  readonly url: string;
  /** From now on to this server: the step of a failover. */
  point(primary: Postgres): Promise<void>;
  /** SIGKILL: every connection through it is cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export async function startPgbouncer(folder: string, primary: Postgres): Promise<Pgbouncer> {
  const port = await freePort();
  const own = join(folder, 'pgbouncer');
  await mkdir(own);
  await chmod(own, 0o755);
  const write = (name: string, text: string): Promise<void> => writeFile(join(own, name), text);
  const point = async ({ socketFolder }: Postgres): Promise<void> =>
    write('primary.ini', replaced(await fileOf('pgbouncer/primary.ini'), 'host=10.0.0.11 port=5432', `host=${socketFolder} user=ringpost`));
  let settings = await fileOf('pgbouncer/pgbouncer.ini');
  settings = replaced(settings, '/etc/pgbouncer/primary.ini', join(own, 'primary.ini'));
  settings = replaced(settings, '/etc/pgbouncer/userlist.txt', join(own, 'userlist.txt'));
  settings = replaced(settings, 'listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`);
  settings = replaced(settings, 'auth_type = scram-sha-256', 'auth_type = trust');
  await write('pgbouncer.ini', settings);
  await write('userlist.txt', '"ringpost" ""\n');
  await point(primary);
  let child: ChildProcess;
  let mayEnd = false;
  const start = async (): Promise<void> => {
    // It refuses to run as root.
    const started = launch('pgbouncer', [join(own, 'pgbouncer.ini')], { folder, owner: primary.owner });
    child = started;
    mayEnd = false;
    await untilListening(port, started);
    // As its unit does by `deploy/README.md`: 1.18 dies now and then of a statement that is cancelled.
    started.once('exit', () => {
      if (!mayEnd) start().catch(() => {});
    });
  };
  await start();
  return {
    url: `postgres://ringpost@127.0.0.1:${port}/ringpost`,
    async point(next) {
      await point(next);
      child.kill('SIGHUP');
    },
    kill() {
      mayEnd = true;
      return endProcess(child, 'SIGKILL');
    },
    start,
  };
}
