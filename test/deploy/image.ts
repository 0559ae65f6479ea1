import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { endAll, started } from '../support/end-all.ts';
import { startPrimary } from '../support/postgres.ts';
import { freePort } from '../support/ringpost.ts';
import { until } from '../support/until.ts';

/**
 * `npm run test:image`: plays the Dockerfile without Docker. Each stage is a folder, `COPY` copies into it from the files that
 * `.dockerignore` lets through or from an earlier stage, and `RUN` runs with this machine's Node. What comes out is started as the image would be,
 * asked by its own `HEALTHCHECK`, and stopped. Not played: the base image, its users, and absolute paths in commands.
 */
interface Stage {
  readonly root: string;
  readonly env: Record<string, string>;
  folder: string;
  commands: Readonly<Record<string, readonly string[]>>;
}

const secretNames = ['RINGPOST_SECRET_KEY', 'OPERATOR_TOKEN', 'VAPI_API_KEY', 'VAPI_WEBHOOK_SECRET'];
const checkout = join(import.meta.dirname, '..', '..');

/** `COPY a b` as `['COPY', 'a b']`: lines that go on are joined, comments left out. */
const instructions = readFileSync(join(checkout, 'deploy/docker/Dockerfile'), 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean)
  .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)] as const);

function contextFiles(): readonly string[] {
  const ignored = readFileSync(join(checkout, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const patterns = ignored.map(
    (each) => new RegExp(`^${each.replaceAll('.', '\\.').replace('**/', '(.+/)?').replaceAll('*', '[^/]*')}(/|$)`),
  );
  const known = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: checkout, encoding: 'utf8' });
  return known.split('\0').filter((file) => file && !patterns.some((pattern) => pattern.test(file)));
}

function play(folder: string): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage = { root: '', env: {}, folder: '/', commands: {} };
  const inStage = (path: string): string => join(stage.root, path.startsWith('/') ? '' : stage.folder, path);
  const run = (command: string): void => {
    const { status } = spawnSync('sh', ['-c', command], {
      cwd: inStage('.'),
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...stage.env },
      stdio: 'ignore',
    });
    if (status !== 0) throw new Error(`RUN ${command}: ended with ${status}`);
  };
  const copy = (words: readonly string[]): void => {
    const from = words[0]?.startsWith('--from=') ? stages.get(words[0].slice(7)) : undefined;
    const paths = words.filter((word) => !word.startsWith('--'));
    const to = paths.at(-1) ?? '';
    for (const source of paths.slice(0, -1)) {
      if (source === '.') for (const file of contextFiles()) cpSync(join(checkout, file), inStage(join(to, file)));
      else
        cpSync(join(from?.root ?? checkout, source), to.endsWith('/') ? inStage(join(to, basename(source))) : inStage(to), {
          recursive: true,
        });
    }
  };
  for (const [name, rest] of instructions) {
    if (name === 'FROM') {
      const as = / AS (\w+)$/.exec(rest)?.[1] ?? 'last';
      stage = { root: join(folder, as), env: {}, folder: '/', commands: {} };
      stages.set(as, stage);
    } else if (name === 'WORKDIR') {
      stage.folder = rest;
      mkdirSync(inStage('.'), { recursive: true });
    } else if (name === 'COPY') copy(rest.split(/\s+/));
    else if (name === 'ENV') for (const [, key, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key ?? ''] = value ?? '';
    else if (name === 'RUN' && !rest.startsWith('install --directory')) run(rest);
    else if (name === 'CMD' || name === 'ENTRYPOINT' || name === 'HEALTHCHECK')
      stage.commands = { ...stage.commands, [name]: JSON.parse(rest.slice(rest.indexOf('['))) };
  }
  return stage;
}

endAll(async (cleanups) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-image-'));
  cleanups.push(async () => rmSync(folder, { recursive: true, force: true }));
  const { root, env, commands } = play(folder);
  const postgres = await started(cleanups, startPrimary(join(folder, 'primary')), (it) => it.remove());
  const settings = {
    ...env,
    ...Object.fromEntries(secretNames.map((name) => [name, Buffer.alloc(32, name).toString('base64')])),
    PATH: process.env['PATH'],
    RINGPOST_DATA_FOLDER: folder,
    PORT: String(await freePort()),
    OPERATOR_PORT: String(await freePort()),
    PUBLIC_URL: 'https://calls.example.org',
    DATABASE_URL: postgres.url,
    // Nobody is there: the process is alive and paces by its memory.
    REDIS_URL: 'redis://127.0.0.1:1',
  };
  const [program = '', ...args] = [...(commands['ENTRYPOINT'] ?? []), ...(commands['CMD'] ?? [])];
  const service = spawn(
    program,
    args.map((word) => word.replace(/^\/app\//, join(root, 'app/'))),
    {
      env: settings,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  cleanups.push(async () => service.kill('SIGKILL'));
  const [asks = '', ...how] = commands['HEALTHCHECK'] ?? [];
  await until('the image is healthy', async () => {
    if (service.exitCode !== null) throw new Error(`the image ended with ${service.exitCode}`);
    return spawnSync(asks, how, { env: settings }).status === 0;
  });
  service.kill('SIGTERM');
  const [code] = await once(service, 'exit');
  return {
    code: code === 0 ? 0 : 1,
    lastLine: `every stage was built; the image became healthy, and ended with ${code} when it was stopped`,
  };
});
