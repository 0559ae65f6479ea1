import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';

/**
 * The Helm chart, made of the manifests in `deploy/kubernetes`: a template is a manifest's text in which what installations differ by is a
 * value, and the values are what the manifests say. Nothing of it is written by hand.
 */
export const chartFolder = join(import.meta.dirname, '../../deploy/helm');

const root = join(import.meta.dirname, '../..');
const manifest = (name: string): string => readFileSync(join(root, 'deploy/kubernetes', name), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: whoever reads a member that is missing fails here, and the chart is not made.
type Document = any;
type Values = Record<string, Document>;

export function generateChart(): ReadonlyMap<string, string> {
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { resources } = parse(manifest('kustomization.yaml'));
  const values: Values = { images: {}, pods: {} };
  const templates = [...resources, 'migrate.yaml'].map((file: string) => [`templates/${file}`, templateOf(file, values)] as const);
  const chart = { apiVersion: 'v2', name: 'ringpost', description, version, appVersion: version };
  return new Map([['Chart.yaml', yamlOf(chart)], ['values.yaml', yamlOf(values)], ...templates]);
}

const madeOf = '# Made by `npm run generate` of the manifests in deploy/kubernetes, which say more.\n';

/** Helm reads YAML 1.1, where `off` is a boolean unless it is quoted. */
const yamlOf = (value: object): string => madeOf + stringify(value, { lineWidth: 0, version: '1.1' });

/** Adds to the values what the file says where its template has a value. */
function templateOf(file: string, values: Values): string {
  const text = manifest(file);
  if (text.includes('{{')) throw new Error(`${file} has braces, which a template would read.`);
  const documents: readonly Document[] = parseAllDocuments(text).map((document) => document.toJS());
  return documents.reduce((made, document) => withValues(made, document, values), withoutNamespace(text));
}

/** A release has the namespace that it is installed into. */
const withoutNamespace = (text: string): string => text.replaceAll(/^ {2}namespace: ringpost\n/gm, '');

function withValues(text: string, document: Document, values: Values): string {
  const { kind, metadata, spec, data } = document;
  const name = metadata.name === 'ringpost' ? 'ringpost' : metadata.name.replace('ringpost-', '');
  switch (kind) {
    case 'ConfigMap':
      if (name === 'ringpost') return underKey(text, { key: 'data', value: 'settings', is: data }, values);
      return withIni(text, data['pgbouncer.ini'], values);
    case 'ServiceAccount':
      return underKey(text, { key: '  annotations', value: 'serviceAccountAnnotations', is: metadata.annotations }, values);
    case 'Deployment':
      return withImage(withChecksum(withReplicas(text, name, document, values), name), document, values);
    case 'HorizontalPodAutoscaler':
      values['pods'][name] = { least: spec.minReplicas, most: spec.maxReplicas };
      return replaced(
        text,
        `  minReplicas: ${spec.minReplicas}\n  maxReplicas: ${spec.maxReplicas}\n`,
        `  minReplicas: {{ .Values.pods.${name}.least }}\n  maxReplicas: {{ .Values.pods.${name}.most }}\n`,
      );
    case 'Job':
      return withImage(withOwnSettings(replaced(text, '\nmetadata:\n', `\nmetadata:\n${beforeUpgrade}`)), document, values);
    default:
      return text;
  }
}

/** The pods of the first installation migrate by themselves. */
const beforeUpgrade = `  annotations:
    helm.sh/hook: pre-upgrade
    helm.sh/hook-delete-policy: before-hook-creation
`;

/** Where there is an autoscaler, the number of pods is its own. */
function withReplicas(text: string, name: string, { spec: { replicas } }: Document, values: Values): string {
  if (replicas === undefined) return text;
  values['pods'][name] = { least: replicas };
  return replaced(text, `\n  replicas: ${replicas}\n`, `\n  replicas: {{ .Values.pods.${name}.least }}\n`);
}

/** Pods read their settings at the start alone: a change of them has to change the template, so that others take their place. */
function withChecksum(text: string, name: string): string {
  const settings = name === 'pgbouncer' ? 'pgbouncerIni' : 'settings';
  const annotations = `      annotations:\n        checksum/settings: {{ .Values.${settings} | toJson | sha256sum | quote }}\n`;
  return replaced(text, '\n    metadata:\n', `\n    metadata:\n${annotations}`);
}

/** Helm changes the ConfigMap after the Job, which would read the settings of the release before: the Job has them in itself. */
function withOwnSettings(text: string): string {
  const settings = `{{- range $name, $text := .Values.settings }}
            - name: {{ $name }}
              value: {{ $text | quote }}
{{- end }}
`;
  const withoutMap = replaced(text, '            - configMapRef:\n                name: ringpost\n', '');
  return replaced(withoutMap, '\n          env:\n', `\n          env:\n${settings}`);
}

function withImage(text: string, { spec }: Document, values: Values): string {
  const [{ image }] = spec.template.spec.containers;
  const name = /([a-z]+)[:@][^/]*$/.exec(image)?.[1] ?? '';
  values['images'][name] = image;
  return replaced(text, `image: ${image}\n`, `image: {{ .Values.images.${name} | quote }}\n`);
}

/** Names and texts that stand indented under a key are one value. */
function underKey(text: string, { key, value, is }: { key: string; value: string; is: Document }, values: Values): string {
  values[value] = is;
  const indent = key.length - key.trimStart().length + 2;
  const block = new RegExp(`^${key}:\\n(?: {${indent}}.*\\n)+`, 'm').exec(text)?.[0];
  return replaced(
    text,
    block ?? `${key}:`,
    `${key}:\n{{- range $name, $text := .Values.${value} }}\n${' '.repeat(indent)}{{ $name }}: {{ $text | quote }}\n{{- end }}\n`,
  );
}

function withIni(text: string, ini: string, values: Values): string {
  values['pgbouncerIni'] = ini;
  const block = ini.replaceAll(/^(?=.)/gm, '    ');
  return replaced(text, block, '{{ .Values.pgbouncerIni | indent 4 }}\n');
}

function replaced(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`a manifest has no ${JSON.stringify(what)}`);
  return text.replace(what, () => by);
}
