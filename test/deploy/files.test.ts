import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { validate } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service, ServiceAccount } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { explainedSettings } from '../../docs/generate/settings-page.ts';
import { heartbeatMs } from '../../simulator/timeline-stream.ts';
import { connectionsOf } from '../../src/db/pool-sizes.ts';
import { readConfig } from '../../src/process/config.ts';
import { giveBackGraceMs, maxCallbackBodyBytes, requestSeconds } from '../../src/process/limits.ts';
import { secrets } from '../support/production.ts';

/** What is deployed is read by programs that know its format, and agrees with the service and with itself. */

const deploy = join(import.meta.dirname, '..', '..', 'deploy');
const pathOf = (...path: readonly string[]): string => join(deploy, ...path);
const read = (...path: readonly string[]): string => readFileSync(pathOf(...path), 'utf8');
const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const without = (program: string): string | false => !has(program) && `needs ${program}`;

/** What the image sets by itself. */
const imageEnv = Object.fromEntries(
  [...(/^ENV ([\s\S]*?[^\\])\n/m.exec(read('docker', 'Dockerfile'))?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
    name,
    value,
  ]),
);

test('the Dockerfile is sound, ends as a user who is not root, and tells Docker how to ask after it', () => {
  const content = read('docker', 'Dockerfile');
  assert.deepEqual(
    validate(content).map(({ message, range }) => `${range.start.line + 1}: ${message}`),
    [],
  );
  const last = content.slice(content.lastIndexOf('\nFROM '));
  assert.match(last, /^USER node$/m);
  assert.match(last, /^HEALTHCHECK /m);
  assert.match(last, /^ENTRYPOINT \["node", "\/app\/dist\/cli\/ringpost\.js"\]$/m);
  assert.match(last, /^CMD \["serve"\]$/m);
  assert.equal(JSON.parse(readFileSync(join(deploy, '..', 'package.json'), 'utf8')).bin.ringpost, 'dist/cli/ringpost.js');
  readConfig({ ...imageEnv, ...secrets });
});

/** The compose file has no pgbouncer, replica or second process, and one place to stop; the image has the addresses and the folder. */
const leftOutOfCompose = [
  ...['DATABASE_READ_URL', 'DATABASE_PREPARED', 'RINGPOST_ROLES', 'SHUTDOWN_DELAY_SECONDS', 'SHUTDOWN_GRACE_SECONDS'],
  ...['RINGPOST_ENV', 'RINGPOST_DATA_FOLDER', 'HOST', 'PORT', 'OPERATOR_HOST', 'OPERATOR_PORT'],
  // The name of a file, which the container would have to have.
  'PORTAL_STYLESHEET',
  // For who puts something else in a provider's place, and for the command line.
  ...['VAPI_BASE_URL', 'TWILIO_BASE_URL', 'OPERATOR_URL'],
];
const composeSecrets: Readonly<Record<string, string>> = { ...secrets, POSTGRES_PASSWORD: 'x', PUBLIC_URL: 'https://x.example.org' };

test('the simulator has an image of the same kind, and a compose file that builds it', () => {
  const content = read('docker', 'simulator.Dockerfile');
  assert.deepEqual(validate(content), []);
  assert.match(content.slice(content.lastIndexOf('\nFROM ')), /^USER node$[\s\S]*^HEALTHCHECK [\s\S]*^ENTRYPOINT /m);
  const { build, ports } = parse(read('docker', 'simulator.yaml')).services.simulator;
  assert.equal(build.dockerfile, 'deploy/docker/simulator.Dockerfile');
  // Without a token anybody who reaches it can drive it.
  assert.deepEqual(ports, ['127.0.0.1:8090:8090']);
});

test('the compose file gives the service every setting that production asks for, and refuses to start without one', () => {
  const { services } = parse(read('docker', 'compose.yaml'));
  const set = Object.entries<string | null>(services.ringpost.environment).flatMap(([name, value]) =>
    value === null ? [] : [{ name, value }],
  );
  for (const { value } of set) assert.doesNotMatch(value, /\$\{\w+\}/, 'a variable without :? is empty where it is missing');
  const filled = Object.fromEntries(
    set.map(({ name, value }) => [
      name,
      value.replaceAll(/\$\{(\w+):[?-](\w*)\}/g, (_, variable: string, or: string) => composeSecrets[variable] ?? or),
    ]),
  );
  const { environment, operatorAllowedHosts } = readConfig({ ...imageEnv, ...filled });
  assert.deepEqual([environment, operatorAllowedHosts], ['production', ['ringpost']]);
  assert.ok(services.redis.command.includes('noeviction'));
});

test('the compose file publishes its ports to this machine alone, where the proxy is', () => {
  const { services } = parse(read('docker', 'compose.yaml'));
  const published = Object.values<Manifest>(services).flatMap(({ ports = [] }) => ports);
  assert.deepEqual(published, ['127.0.0.1:8080:8080', '127.0.0.1:8081:8081']);
});

test('in the compose file the service waits until the database has been migrated, with its own image and settings', () => {
  const { ringpost, migrate } = parse(read('docker', 'compose.yaml')).services;
  assert.deepEqual([migrate.build, migrate.environment, migrate.command], [ringpost.build, ringpost.environment, 'migrate']);
  assert.deepEqual(ringpost.depends_on.migrate, { condition: 'service_completed_successfully' });
  assert.deepEqual(migrate.depends_on, { postgres: { condition: 'service_healthy' } });
  // Whoever starts it again after it has ended would never let the service start.
  assert.equal(migrate.restart, undefined);
});

test('the compose file passes every documented setting on, or leaves it out on purpose', () => {
  const passed = Object.keys(parse(read('docker', 'compose.yaml')).services.ringpost.environment);
  assert.deepEqual([...passed, ...leftOutOfCompose].toSorted(), explainedSettings.toSorted());
});

test('docker-compose takes the compose file, and needs its secrets', { skip: without('docker-compose') }, () => {
  const compose = (env: NodeJS.ProcessEnv) =>
    spawnSync('docker-compose', ['-f', pathOf('docker', 'compose.yaml'), 'config'], {
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    });
  const { status, stdout, stderr } = compose({ ...composeSecrets, TRUSTED_PROXIES: '172.16.0.0/12' });
  assert.equal(status, 0, stderr);
  const { environment } = parse(stdout).services.ringpost;
  assert.deepEqual(parse(stdout).services.migrate.environment, environment);
  assert.equal(environment.TRUSTED_PROXIES, '172.16.0.0/12');
  assert.equal(environment.TWILIO_AUTH_TOKEN, null);
  const { OPERATOR_TOKEN: _, ...lacking } = composeSecrets;
  assert.match(compose(lacking).stderr, /OPERATOR_TOKEN/);
});

test('neither git nor an image takes a file of secrets along', () => {
  for (const name of ['.gitignore', '.dockerignore']) {
    const patterns = readFileSync(join(deploy, '..', name), 'utf8').split('\n');
    const anywhere = name === '.dockerignore' ? '**/' : '';
    for (const pattern of ['.env', '*.env']) assert.ok(patterns.includes(`${anywhere}${pattern}`), `${name}: ${pattern}`);
  }
});

test('systemd takes the unit', { skip: without('systemd-analyze') }, () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', pathOf('systemd', 'ringpost.service')], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
});

test('the files of Patroni, etcd and HAProxy name the same three machines, with passwords that nobody has, and timings that Patroni takes', () => {
  const patroni = parse(read('patroni', 'patroni.yml'));
  const addresses = ['10.0.0.11', '10.0.0.12', '10.0.0.13'];
  const members = /^ETCD_INITIAL_CLUSTER=(.*)$/m.exec(read('patroni', 'etcd.default'))?.[1];
  assert.equal(members, addresses.map((address, n) => `db${n + 1}=http://${address}:2380`).join());
  assert.equal(patroni.etcd3.hosts, addresses.map((address) => `${address}:2379`).join());
  const servers = [...read('patroni', 'haproxy.cfg').matchAll(/^ {4}server (\S+) (\S+) check port (\d+)$/gm)].map(([, ...found]) => found);
  assert.deepEqual(
    servers,
    addresses.map((address, n) => [`db${n + 1}`, `${address}:5432`, '8008']),
  );
  assert.deepEqual([patroni.name, patroni.restapi.listen, patroni.postgresql.listen], ['db1', '10.0.0.11:8008', '10.0.0.11:5432']);
  const passwords = [...read('patroni', 'patroni.yml').matchAll(/password: (.*)/g)].map(([, password]) => password);
  assert.equal(passwords.length, 4);
  for (const password of passwords) assert.match(password ?? '', /^CHANGE-ME-/);
  const { ttl, loop_wait, retry_timeout, synchronous_mode } = patroni.bootstrap.dcs;
  assert.ok(loop_wait + 2 * retry_timeout <= ttl);
  assert.equal(synchronous_mode, true, 'what is acknowledged is on two machines');
});

const kinds = { ConfigMap, Deployment, HorizontalPodAutoscaler, NetworkPolicy, PodDisruptionBudget, Service, ServiceAccount } as const;

// biome-ignore lint/suspicious/noExplicitAny: the schema of its kind judges each below.
type Manifest = any;
const resources: readonly string[] = parse(read('kubernetes', 'kustomization.yaml')).resources;
const manifests: readonly Manifest[] = resources.flatMap((file) => parseAllDocuments(read('kubernetes', file)).map((each) => each.toJS()));
const ofKind = (kind: string): readonly Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
/** Those that run the service, and not what stands before its database. */
const services = ofKind('Deployment').filter(({ metadata }) => metadata.labels['app.kubernetes.io/name'] === 'ringpost');
const pooler = ofKind('Deployment').find(({ metadata }) => metadata.name === 'ringpost-pgbouncer');
const settings = ofKind('ConfigMap').find(({ metadata }) => metadata.name === 'ringpost').data;

test('every manifest is what the schema of its kind allows, and every file is listed', () => {
  for (const manifest of manifests) {
    const Kind = kinds[manifest.kind as keyof typeof kinds];
    assert.ok(Kind, `no schema is here for ${manifest.kind}`);
    new Kind(manifest).validate();
  }
  const apart = ['ingress.yaml', 'kustomization.yaml', 'migrate.yaml', 'pod-monitor.yaml', 'prometheus-adapter.yaml'];
  assert.deepEqual(readdirSync(pathOf('kubernetes')).toSorted(), [...resources, ...apart].toSorted());
});

test('selectors, budgets, autoscalers and services name pods and ports that are there', () => {
  const pods = ofKind('Deployment').map(({ metadata, spec }) => ({ name: metadata.name, ...spec.template }));
  const matches = (labels: Record<string, string>, selector: Record<string, string>): boolean =>
    Object.entries(selector).every(([name, value]) => labels[name] === value);
  for (const { metadata, spec } of [...ofKind('Deployment'), ...ofKind('PodDisruptionBudget')])
    assert.equal(pods.filter((pod) => matches(pod.metadata.labels, spec.selector.matchLabels)).length, 1, metadata.name);
  for (const { spec } of ofKind('HorizontalPodAutoscaler')) assert.ok(pods.some(({ name }) => name === spec.scaleTargetRef.name));
  for (const { metadata, spec } of ofKind('Service')) {
    const behind = pods.find((pod) => matches(pod.metadata.labels, spec.selector));
    const ports = behind?.spec.containers[0].ports.map(({ name }: { name: string }) => name);
    for (const { targetPort } of spec.ports) assert.ok(ports?.includes(targetPort), metadata.name);
  }
});

test('the operator listener answers to every name that the cluster has for it', () => {
  const { operatorAllowedHosts } = readConfig({ ...imageEnv, ...settings, ...secrets });
  const { namespace } = parse(read('kubernetes', 'kustomization.yaml'));
  const [service] = ofKind('Service').filter(({ spec }) => spec.ports.some(({ targetPort }: Manifest) => targetPort === 'operator'));
  const suffixes = ['', `.${namespace}`, `.${namespace}.svc`, `.${namespace}.svc.cluster.local`];
  assert.deepEqual(
    operatorAllowedHosts,
    suffixes.map((suffix) => `${service.metadata.name}${suffix}`),
  );
});

test('every pod starts with its settings, is asked after where it listens, and is given the time to drain', () => {
  for (const { spec } of services) {
    const [container] = spec.template.spec.containers;
    const own = Object.fromEntries(container.env.map(({ name, value }: { name: string; value: string }) => [name, value]));
    const config = readConfig({ ...imageEnv, ...settings, ...secrets, ...own });
    const ports = Object.fromEntries(container.ports.map(({ name, containerPort }: Manifest) => [name, containerPort]));
    assert.equal(ports['operator'], config.operatorPort);
    assert.equal(ports['public'], config.roles.has('api') ? config.port : undefined);
    for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) assert.ok(ports[probe.httpGet.port]);
    assert.ok(spec.template.spec.terminationGracePeriodSeconds > config.shutdownDelaySeconds + config.shutdownGraceSeconds);
    assert.deepEqual([container.securityContext.readOnlyRootFilesystem, spec.template.spec.securityContext.runAsNonRoot], [true, true]);
    for (const { mountPath } of container.volumeMounts) assert.ok([config.dataFolder, '/tmp'].includes(mountPath));
  }
});

test('the job that migrates has the image and the settings of the pods, is none of their services, and is given up by nobody while it builds', () => {
  const job: Manifest = parse(read('kubernetes', 'migrate.yaml'));
  new Job(job).validate();
  assert.equal(job.metadata.namespace, parse(read('kubernetes', 'kustomization.yaml')).namespace);
  const { template, ...spec } = job.spec;
  assert.equal(spec.activeDeadlineSeconds, undefined);
  const [container] = template.spec.containers;
  const [{ spec: deployment }] = services;
  const [served] = deployment.template.spec.containers;
  assert.deepEqual([container.image, container.envFrom], [served.image, served.envFrom]);
  assert.deepEqual(container.args, ['migrate']);
  readConfig({ ...imageEnv, ...settings, ...secrets });
  assert.deepEqual([container.securityContext.readOnlyRootFilesystem, template.spec.securityContext.runAsNonRoot], [true, true]);
  for (const { metadata, spec } of [...ofKind('Service'), ...ofKind('Deployment'), ...ofKind('PodDisruptionBudget')]) {
    const { 'app.kubernetes.io/component': component } = spec.selector.matchLabels ?? spec.selector;
    assert.notEqual(template.metadata.labels['app.kubernetes.io/component'], component, metadata.name);
  }
});

test('a pod that migrates for hours is asked after where that is answered meanwhile, and is not killed for it', () => {
  for (const { spec } of services) {
    const [{ startupProbe, livenessProbe }] = spec.template.spec.containers;
    for (const { httpGet } of [startupProbe, livenessProbe]) assert.deepEqual([httpGet.path, httpGet.port], ['/healthz', 'operator']);
    // A migration that lasts opens that port after ten seconds at most.
    assert.ok(startupProbe.periodSeconds * startupProbe.failureThreshold >= 60);
  }
});

/** The settings of a pgbouncer.ini, and its one database. */
const iniOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^(\w+) =[ \t]*(.*)$/gm)].map(([, name, value]) => [name, value]));
const poolerIni = iniOf(ofKind('ConfigMap').find(({ metadata }) => metadata.name === 'ringpost-pgbouncer').data['pgbouncer.ini']);

/** The most pods that there can be at once: a rollout has some above the autoscaler's most, or above the number. */
const mostPods = ({ metadata, spec }: Manifest): number => {
  const scaler = ofKind('HorizontalPodAutoscaler').find((each) => each.spec.scaleTargetRef.name === metadata.name);
  return (scaler?.spec.maxReplicas ?? spec.replicas) + spec.strategy.rollingUpdate.maxSurge;
};

test('an apply leaves the number of pods to the autoscaler', () => {
  const scaled = ofKind('HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef.name);
  assert.equal(scaled.length, 2);
  for (const { metadata, spec } of ofKind('Deployment')) assert.equal('replicas' in spec, !scaled.includes(metadata.name), metadata.name);
});

test('at the most that the autoscalers make, the pooler takes every connection of the pods, and PostgreSQL every one of the pooler', () => {
  const { databasePoolSize, databasePrepared } = readConfig({ ...imageEnv, ...settings, ...secrets });
  const ofPods = services.reduce((sum, each) => sum + mostPods(each), 0) * connectionsOf(databasePoolSize);
  // One pooler may have to take them all alone, while another one starts.
  assert.ok(ofPods <= Number(poolerIni['max_client_conn']), `${ofPods} connections of pods`);
  const ofPoolers = mostPods(pooler) * Number(poolerIni['max_db_connections']);
  // PostgreSQL's default, less three for its superuser: the job that migrates, replicas and who looks after it need some too.
  const [maxConnections, forSuperuser, forOthers] = [100, 3, 15];
  assert.ok(ofPoolers <= maxConnections - forSuperuser - forOthers, `${ofPoolers} connections of poolers`);
  assert.ok(Number(poolerIni['default_pool_size']) <= Number(poolerIni['max_db_connections']));
  assert.equal(databasePrepared, false, 'sessions change hands after each transaction');
  for (const figure of [ofPods, ofPoolers]) assert.match(readFileSync(pathOf('README.md'), 'utf8'), new RegExp(`\\b${figure} connections`));
});

test('the pooler of the pods is set as the one of a fleet, but for addresses and sizes', () => {
  const own = ['ringpost', 'listen_addr', 'unix_socket_dir', 'auth_file', 'default_pool_size', 'max_db_connections', 'dns_max_ttl'];
  const others = (ini: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(ini).filter(([name]) => !own.includes(name)));
  assert.deepEqual(others(poolerIni), others(iniOf(read('pgbouncer', 'pgbouncer.ini'))));
  const [service] = ofKind('Service').filter(({ metadata }) => metadata.name === 'ringpost-pgbouncer');
  assert.equal(service.spec.ports[0].port, Number(poolerIni['listen_port']));
});

test('the job that migrates goes past the pooler', () => {
  const [container] = parse(read('kubernetes', 'migrate.yaml')).spec.template.spec.containers;
  const [{ name, valueFrom }] = container.env;
  assert.deepEqual([name, valueFrom.secretKeyRef], ['DATABASE_URL', { name: 'ringpost-migrate', key: 'DATABASE_URL' }]);
});

test('pods are spread over zones and over machines, and run as the account that a bucket knows', () => {
  for (const { metadata, spec } of ofKind('Deployment')) {
    const spread = spec.template.spec.topologySpreadConstraints;
    assert.deepEqual(
      spread.map(({ topologyKey }: Manifest) => topologyKey),
      ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'],
      metadata.name,
    );
    for (const { labelSelector } of spread) assert.deepEqual(labelSelector, spec.selector);
  }
  const [account] = ofKind('ServiceAccount');
  for (const { spec } of services) assert.equal(spec.template.spec.serviceAccountName, account.metadata.name);
});

test('the example of an ingress leads to the public listener alone, at the address that tenants know', () => {
  const ingress: Manifest = parse(read('kubernetes', 'ingress.yaml'));
  new Ingress(ingress).validate();
  const [{ host, http }] = ingress.spec.rules;
  assert.equal(`https://${host}`, settings.PUBLIC_URL);
  assert.deepEqual(ingress.spec.tls[0].hosts, [host]);
  const backends = http.paths.map(({ backend }: Manifest) => backend.service);
  assert.deepEqual(backends, [{ name: 'ringpost', port: { name: 'public' } }]);
  const [service] = ofKind('Service').filter(({ metadata }) => metadata.name === 'ringpost');
  assert.deepEqual(service.spec.ports, [{ name: 'public', port: 80, targetPort: 'public' }]);
});

test('what is too large for the service reaches it through the proxies, so that it is refused as the contract says', () => {
  const calls: Manifest = parse(readFileSync(join(deploy, '..', 'openapi', 'public', 'calls.yaml'), 'utf8')).paths['/calls'].post;
  for (const limit of [
    /client_max_body_size (\d+)m;/.exec(read('nginx', 'ringpost.conf')),
    /proxy-body-size: (\d+)m/.exec(read('kubernetes', 'ingress.yaml')),
  ])
    assert.ok(Number(limit?.[1]) * 1024 * 1024 > Math.max(calls['x-limit'].bodyBytes, maxCallbackBodyBytes));
});

test('a proxy waits longer than a request and the stream of a console may be silent, and not much longer for a process that hangs', () => {
  for (const found of [
    /proxy_read_timeout (\d+)s;/.exec(read('nginx', 'ringpost.conf')),
    /proxy-read-timeout: '(\d+)'/.exec(read('kubernetes', 'ingress.yaml')),
  ]) {
    const ms = 1_000 * Number(found?.[1]);
    assert.ok(ms > Math.max(requestSeconds * 1_000 + giveBackGraceMs, heartbeatMs));
    assert.ok(ms <= 20_000);
  }
});

test('the workers are scaled by metrics that the adapter offers, of no namespace', () => {
  const { external } = parse(read('kubernetes', 'prometheus-adapter.yaml')).rules;
  const offered = external.map(({ name }: Manifest) => name.as);
  for (const { resources, metricsQuery } of external) {
    assert.deepEqual(resources, { namespaced: false });
    assert.match(metricsQuery, /^max\(/);
  }
  const asked = ofKind('HorizontalPodAutoscaler').flatMap(({ spec }) =>
    spec.metrics.filter(({ type }: Manifest) => type === 'External').map(({ external }: Manifest) => external.metric.name),
  );
  assert.deepEqual(asked.toSorted(), offered.toSorted());
});

test('every pod is found where it serves its metrics, under the job that alerts, dashboard and adapter ask for, and only there', () => {
  const job = 'ringpost';
  const monitor = parse(read('kubernetes', 'pod-monitor.yaml')).spec;
  const [scrape] = parse(read('prometheus', 'kubernetes.yaml')).scrape_configs;
  const [{ namespaces, selectors }] = scrape.kubernetes_sd_configs;
  assert.equal(scrape.job_name, job);
  assert.equal(parse(read('prometheus', 'prometheus.yaml')).scrape_configs[0].job_name, job);
  assert.deepEqual(namespaces.names, [parse(read('kubernetes', 'kustomization.yaml')).namespace]);
  const port = scrape.relabel_configs.find(({ action }: Manifest) => action === 'keep').regex;
  for (const { spec } of services) {
    const { labels, annotations = {} } = spec.template.metadata;
    assert.equal(labels[monitor.jobLabel], job);
    for (const [name, value] of Object.entries(monitor.selector.matchLabels)) {
      assert.equal(labels[name], value);
      assert.equal(selectors[0].label, `${name}=${value}`);
    }
    assert.equal(annotations['prometheus.io/scrape'], undefined);
    const ports = spec.template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
    for (const asked of [port, monitor.podMetricsEndpoints[0].port]) assert.equal(asked, 'operator');
    assert.ok(ports.includes(port));
  }
  const asked = ['prometheus/alerts.yaml', 'grafana/ringpost.json', 'kubernetes/prometheus-adapter.yaml'];
  for (const file of asked) for (const [, name] of read(file).matchAll(/job=\\?"([^"\\]*)/g)) assert.equal(name, job, file);
});
