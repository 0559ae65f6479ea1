import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '../../cli/parts/ports.ts';
import { endAll, started } from '../support/end-all.ts';
import { startPrimary } from '../support/postgres.ts';
import { until } from '../support/until.ts';

/**
 * `npm run test:image`: plays the Dockerfiles of the service and of the simulator without Docker. Each stage is a folder, `COPY` copies into it from the files that
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

/** Returns `COPY a b` as `['COPY', 'a b']`: lines that go on are joined, comments left out. */
const instructionsOf = (file: string) =>
  readFileSync(join(checkout, 'deploy/docker', file), 'utf8')
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

function play(file: string, folder: string): Stage {
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
  for (const [name, rest] of instructionsOf(file)) {
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
  const simulator = play('simulator.Dockerfile', join(folder, 'of-the-simulator'));
  const port = String(await freePort());
  const codes = [await startedAndStopped(simulator, { ...simulator.env, PATH: process.env['PATH'] }, cleanups, ['8090', port])];
  const service = play('Dockerfile', join(folder, 'of-the-service'));
  const postgres = await started(cleanups, startPrimary(join(folder, 'primary')), (it) => it.remove());
  const settings = {
    ...service.env,
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
  codes.push(await startedAndStopped(service, settings, cleanups));
  return {
    code: codes.every((code) => code === 0) ? 0 : 1,
    lastLine: `every stage was built; simulator and service became healthy, and ended with ${codes.join(' and ')} when they were stopped`,
  };
});

/** Starts what the last stage is, waits until its own health check is content, and stops it. `port` is the image's and the one it gets here. */
async function startedAndStopped(
  { root, commands }: Stage,
  env: NodeJS.ProcessEnv,
  cleanups: (() => Promise<unknown>)[],
  port?: readonly [string, string],
): Promise<number | null> {
  const here = (words: readonly string[] = []): string[] =>
    words.map((word) => word.replace(/^\/app\//, join(root, 'app/')).replace(...(port ?? ['', ''])));
  const [program = '', ...args] = [...here(commands['ENTRYPOINT']), ...(port ? ['--port', port[1]] : []), ...here(commands['CMD'])];
  const image = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  cleanups.push(async () => image.kill('SIGKILL'));
  const [asks = '', ...how] = here(commands['HEALTHCHECK']);
  await until('the image is healthy', async () => {
    if (image.exitCode !== null) throw new Error(`the image ended with ${image.exitCode}`);
    return spawnSync(asks, how, { env }).status === 0;
  });
  image.kill('SIGTERM');
  const [code] = await once(image, 'exit');
  return code;
}
