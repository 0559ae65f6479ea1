import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Programs and Debian's packages that have them. The fleet's PostgreSQL comes with the npm packages. */
const packages = {
  'redis-server': 'redis-server',
  nginx: 'nginx',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
} as const;
type Program = keyof typeof packages;

export const fleetPrograms: readonly Program[] = ['redis-server', 'nginx', 'pgbouncer'];
export const failoverPrograms: readonly Program[] = ['patroni', 'etcd', 'haproxy', '/usr/lib/postgresql/15/bin/postgres'];

/** What is missing, and how it is installed; null where all is there. */
export async function missingPrograms(names: readonly Program[]): Promise<string | null> {
  const there = await Promise.all(names.map(isThere));
  const missing = names.filter((_, n) => !there[n]);
  if (missing.length === 0) return null;
  const wanted = missing.map((name) => packages[name]).join(' ');
  return `This needs ${missing.join(', ')}, which ${missing.length === 1 ? 'is' : 'are'} not installed here: apt-get install ${wanted}`;
}

/** Debian puts servers into /usr/sbin, which is not on everybody's PATH. */
export const programPath = (): string => [process.env['PATH'] ?? '', '/usr/sbin', '/sbin'].join(delimiter);

async function isThere(name: string): Promise<boolean> {
  for (const file of name.startsWith('/')
    ? [name]
    : programPath()
        .split(delimiter)
        .filter(Boolean)
        .map((folder) => join(folder, name))) {
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
}
