import { spawnSync } from 'node:child_process';
import { access, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { parse, parseAllDocuments } from 'yaml';
import type { Finding } from './finding.ts';
import { toolsFolder } from './tools.ts';

/** Null where Helm can run; the package has it for this one machine. */
export const withoutHelm = process.platform === 'linux' && process.arch === 'x64' ? null : 'Helm is here for Linux on x64 alone';

const root = join(import.meta.dirname, '../..');
const folderOf = (name: string): string => join(root, 'deploy', name);

/** Helm renders the chart: with its own values it says what the manifests say, and other values reach every place where they belong. */
export async function helm(chart = folderOf('helm')): Promise<Finding> {
  const program = await unpacked();
  const manifests = await theManifests();
  const rendered = render(program, chart, []);
  const images = { ringpost: 'registry.example.org/ringpost@sha256:1', pgbouncer: 'registry.example.org/pgbouncer@sha256:2' };
  const byDigest = Object.entries(images).map(([name, image]) => `images.${name}=${image}`);
  const values = [...byDigest, 'pods.api.most=11', 'settings.DATABASE_POOL_SIZE=7', 'settings.S3_REGION=null', 'pgbouncerIni=x'];
  const changed = render(program, chart, ['--set', values.join()]);
  const lint = spawnSync(program, ['lint', '--strict', chart], { encoding: 'utf8' });
  return {
    looked: rendered.size,
    problems: [
      ...(lint.status === 0 ? [] : [lint.stdout]),
      ...[...new Set([...manifests.keys(), ...rendered.keys()])]
        .filter((name) => !isDeepStrictEqual(withoutChecksum(rendered.get(name)), manifests.get(name)))
        .map((name) => `${name} is not what deploy/kubernetes says`),
      ...reached(changed, images).map((what) => `a value did not reach ${what}`),
      ...deployments.filter((name) => checksumOf(changed, name) === checksumOf(rendered, name)).map((name) => `${name} keeps old settings`),
    ],
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the schemas of their kinds judge manifests in test/deploy.
type Document = any;

function reached(rendered: ReadonlyMap<string, Document>, { ringpost, pgbouncer }: Readonly<Record<string, string>>): readonly string[] {
  const pods = {
    'Deployment ringpost-api': ringpost,
    'Deployment ringpost-worker': ringpost,
    'Job ringpost-migrate': ringpost,
    'Deployment ringpost-pgbouncer': pgbouncer,
  };
  const [{ env }] = rendered.get('Job ringpost-migrate')?.spec.template.spec.containers ?? [];
  const ofJob = Object.fromEntries(env.map(({ name, value }: Document) => [name, value]));
  const imageOf = (name: string) => rendered.get(name)?.spec.template.spec.containers[0].image;
  return [
    ...Object.entries(pods).flatMap(([name, image]) => (imageOf(name) === image ? [] : [name])),
    ...(rendered.get('HorizontalPodAutoscaler ringpost-api')?.spec.maxReplicas === 11 ? [] : ['the autoscaler']),
    ...(rendered.get('ConfigMap ringpost')?.data.DATABASE_POOL_SIZE === '7' ? [] : ['the settings']),
    ...(ofJob['DATABASE_POOL_SIZE'] === '7' && !('S3_REGION' in ofJob) ? [] : ['the settings of the Job']),
  ];
}

const deployments = ['Deployment ringpost-api', 'Deployment ringpost-worker', 'Deployment ringpost-pgbouncer'];

const checksumOf = (rendered: ReadonlyMap<string, Document>, name: string): string | undefined =>
  rendered.get(name)?.spec.template.metadata.annotations?.['checksum/settings'];

/** Leaves out what only the chart says: a checksum, by which a change of the settings restarts the pods. */
function withoutChecksum(document: Document): Document {
  if (document?.kind !== 'Deployment') return document;
  const { annotations: _, ...metadata } = document.spec.template.metadata;
  return { ...document, spec: { ...document.spec, template: { ...document.spec.template, metadata } } };
}

/**
 * Writes the settings into the Job, as the chart does: Helm changes the ConfigMap only after the Job, which would read those of the release
 * before it.
 */
function withSettings(manifests: ReadonlyMap<string, Document>): ReadonlyMap<string, Document> {
  const job = structuredClone(manifests.get('Job ringpost-migrate'));
  const [container] = job.spec.template.spec.containers;
  container.envFrom = container.envFrom.filter((each: Document) => !('configMapRef' in each));
  const settings = Object.entries(manifests.get('ConfigMap ringpost').data).toSorted(([one], [other]) => (one < other ? -1 : 1));
  container.env = [...settings.map(([name, value]) => ({ name, value })), ...container.env];
  return new Map([...manifests, ['Job ringpost-migrate', job]]);
}

/** Returns what `kubectl apply -k` applies, and the Job with the settings. */
async function theManifests(): Promise<ReadonlyMap<string, Document>> {
  const { resources } = parse(await readFile(join(folderOf('kubernetes'), 'kustomization.yaml'), 'utf8'));
  const texts = await Promise.all([...resources, 'migrate.yaml'].map((name) => readFile(join(folderOf('kubernetes'), name), 'utf8')));
  return withSettings(byName(texts.join('\n---\n')));
}

function render(program: string, chart: string, args: readonly string[]): ReadonlyMap<string, Document> {
  const { status, stdout, stderr } = spawnSync(program, ['template', 'ringpost', chart, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Helm does not render the chart: ${stderr}`);
  return byName(stdout);
}

/** Without what only one of the two says: a namespace, and when Helm runs the Job. */
function byName(text: string): ReadonlyMap<string, Document> {
  const documents: readonly Document[] = parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((document) => document !== null);
  return new Map(
    documents.map(({ metadata: { namespace: _, annotations, ...metadata }, ...document }) => {
      const own = Object.entries(annotations ?? {}).filter(([name]) => !name.startsWith('helm.sh/'));
      return [`${document.kind} ${metadata.name}`, { ...document, metadata: { ...metadata, annotations: Object.fromEntries(own) } }];
    }),
  );
}

/** The program stands in an archive of its package. */
async function unpacked(): Promise<string> {
  const library = join(toolsFolder, 'node_modules/@aws-cdk/asset-kubectl-v20/lib');
  const program = join(library, 'helm/helm');
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  await mkdir(dirname(program), { recursive: true });
  await writeFile(program, entryOf(await readFile(join(library, 'layer.zip')), 'helm/helm'));
  await chmod(program, 0o755);
  return program;
}

/** Reads one file of a zip archive by the directory at its end. */
function entryOf(zip: Buffer, name: string): Buffer {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === 0x0201_4b50; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const local = zip.readUInt32LE(at + 42);
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return inflateRawSync(zip.subarray(from, from + zip.readUInt32LE(at + 20)));
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error(`the archive has no ${name}`);
}
