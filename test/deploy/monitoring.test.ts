import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { createMetrics } from '../../src/process/metrics.ts';
import { folderFor } from '../support/folder.ts';

/** The alert rules and the dashboard name metrics that the service has, and each alert has its page. */

const deploy = join(import.meta.dirname, '..', '..', 'deploy');
const read = (path: string): string => readFileSync(join(deploy, path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}
const rulesIn = (file: string): readonly Rule[] =>
  parse(read(`prometheus/${file}`)).groups.flatMap((group: { rules: Rule[] }) => group.rules);
const rules = rulesIn('alerts.yaml');
/** Rules on the metrics of other programs. */
const exporterRules = rulesIn('exporters.yaml');
const dashboard: { panels: { title: string; targets?: { expr: string }[] }[]; templating: { list: { query: string }[] } } = JSON.parse(
  read('grafana/ringpost.json'),
);

interface Known {
  readonly labels: ReadonlySet<string>;
}

/** What a scrape can have, with the labels of our own; Prometheus adds `up`, `job` and `instance`. */
async function knownMetrics(): Promise<ReadonlyMap<string, Known>> {
  const metrics = createMetrics();
  metrics.collectProcess();
  const names = (await metrics.registry.getMetricsAsJSON()).map(({ name, type }) => ({ name, type: String(type) }));
  const labels = new Map(
    Object.values(metrics).flatMap((metric) =>
      typeof metric === 'object' && 'labelNames' in metric && 'name' in metric
        ? [[String(metric.name), metric.labelNames as readonly string[]] as const]
        : [],
    ),
  );
  const scraped = names.flatMap(({ name, type }) =>
    (type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]).map(
      (series) => [series, { labels: new Set(['job', 'instance', 'le', ...(labels.get(name) ?? [])]) }] as const,
    ),
  );
  return new Map([...scraped, ['up', { labels: new Set(['job', 'instance']) }]]);
}

/** Metric names with the labels that are asked of them: `name{label="…"}`. */
const selectors = (expr: string): readonly { name: string; labels: readonly string[] }[] =>
  [...expr.matchAll(/([a-z0-9_]+)\{([^}]*)\}/g)].map(([, name = '', inside = '']) => ({
    name,
    labels: [...inside.matchAll(/(\w+)\s*[=!]~?"/g)].map(([, label = '']) => label),
  }));

const expressions = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
  ...dashboard.templating.list.map(({ query }) => ({ where: 'a variable', expr: query })).filter(({ expr }) => expr.includes('{')),
];

test('every metric and label that an alert or a panel names is one that the service has', async () => {
  const known = await knownMetrics();
  for (const { where, expr } of expressions) {
    const named = selectors(expr);
    assert.ok(named.length > 0, `${where} names no metric with its job: ${expr}`);
    for (const { name, labels } of named) {
      const metric = known.get(name);
      assert.ok(metric, `${where}: the service has no metric ${name}`);
      for (const label of labels) assert.ok(metric.labels.has(label), `${where}: ${name} has no label ${label}`);
      assert.ok(labels.includes('job'), `${where}: ${name} of any job`);
    }
    for (const [, by = ''] of expr.matchAll(/\bby \(([^)]*)\)/g))
      for (const label of by.split(',').map((word) => word.trim()))
        assert.ok(
          named.some(({ name }) => known.get(name)?.labels.has(label)),
          `${where}: nothing has the label ${label}`,
        );
  }
});

test('every alert has a runbook page that says what it means, who is harmed and what to do; no page is left over', () => {
  // The same placeholder as in the other files here: an operator replaces one address.
  const publicUrl = parse(read('kubernetes/settings.yaml')).data.PUBLIC_URL;
  const pages = readdirSync(join(deploy, 'runbooks'));
  const all = [...rules, ...exporterRules];
  assert.deepEqual(pages.toSorted(), all.map(({ alert }) => `${alert}.md`).toSorted());
  for (const { alert, labels, annotations } of all) {
    assert.equal(annotations.runbook_url, `${publicUrl}/docs/runbooks/${alert}.html`);
    const page = read(`runbooks/${alert}.md`);
    for (const part of [`# ${alert}`, '## What it means', '## Who is harmed', '## What to do', `severity \`${labels.severity}\``])
      assert.ok(page.includes(part), `${alert}.md lacks "${part}"`);
    assert.ok(page.includes(annotations.summary), `${alert}.md begins with another sentence than its alert`);
  }
});

test('panels do not overlap, and each has an id of its own', () => {
  const panels: { id: number; gridPos: { x: number; y: number; w: number; h: number } }[] = JSON.parse(
    read('grafana/ringpost.json'),
  ).panels;
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
  );
  assert.equal(new Set(cells).size, cells.length);
  assert.ok(panels.every(({ gridPos: { x, w } }) => x + w <= 24));
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test('promtool finds the rules and the scrape configurations sound', { skip: !hasPromtool && 'needs promtool' }, async (t) => {
  // Debian builds Prometheus without the discovery of pods: the rest of that job is judged.
  const inCluster = parse(read('prometheus/kubernetes.yaml'));
  const scrape_configs = inCluster.scrape_configs.map(({ kubernetes_sd_configs: _, ...rest }: Record<string, unknown>) => rest);
  const folder = folderFor(t);
  const withoutDiscovery = join(folder, 'kubernetes.yaml');
  await writeFile(withoutDiscovery, stringify({ scrape_configs }));
  for (const args of [
    ['check', 'rules', join(deploy, 'prometheus', 'alerts.yaml')],
    ['check', 'rules', join(deploy, 'prometheus', 'exporters.yaml')],
    ['check', 'config', join(deploy, 'prometheus', 'prometheus.yaml')],
    ['check', 'config', withoutDiscovery],
  ]) {
    const { status, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  }
});
