import { readFile, stat } from 'node:fs/promises';

/**
 * Tells which names the machine's hosts file has. The system resolves those, as the file's author expects. The file is
 * read again when it has changed. A machine without the file has no such names.
 */
export function hostsFile(path = '/etc/hosts'): { has(host: string): Promise<boolean> } {
  let names: ReadonlySet<string> = new Set();
  let readAt = Number.NaN;
  return {
    async has(host) {
      const changedAt = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      if (changedAt !== readAt) {
        names = namesIn(await readFile(path, 'utf8').catch(() => ''));
        readAt = changedAt;
      }
      return names.has(host.toLowerCase());
    },
  };
}

/** Parses `127.0.0.1 name other.name # why`. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim())
      .flatMap((line) => line.split(/\s+/).slice(1))
      .map((name) => name.toLowerCase()),
  );
