import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Debian's packages that the fleet is made of; PostgreSQL comes with the npm packages. */
const programs = { 'redis-server': 'redis-server', nginx: 'nginx', pgbouncer: 'pgbouncer' } as const;

/** What is missing, and how it is installed; null where all is there. */
export async function missingPrograms(names = Object.keys(programs) as readonly (keyof typeof programs)[]): Promise<string | null> {
  const there = await Promise.all(names.map(isThere));
  const missing = names.filter((_, n) => !there[n]);
  if (missing.length === 0) return null;
  const packages = missing.map((name) => programs[name]).join(' ');
  return `This needs ${missing.join(', ')}, which ${missing.length === 1 ? 'is' : 'are'} not installed here: apt-get install ${packages}`;
}

/** Debian puts servers into /usr/sbin, which is not on everybody's PATH. */
export const programPath = (): string => [process.env['PATH'] ?? '', '/usr/sbin', '/sbin'].join(delimiter);

async function isThere(name: string): Promise<boolean> {
  for (const folder of programPath().split(delimiter).filter(Boolean)) {
    const found = await access(join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
}
