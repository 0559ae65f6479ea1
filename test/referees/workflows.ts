import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { RedoclyError, redocly } from '../../tools/contract/redocly.ts';
import type { Finding } from './finding.ts';

export interface Played {
  readonly report: Report;
  readonly harFile: string;
}

export interface Playing {
  readonly apiUrl: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** For the report and for every exchange, keys included. */
  readonly folder: string;
  readonly only?: readonly string[];
}

/**
 * Redocly plays `openapi/workflows.yaml` against the API at this address: `only` some, or all that do not receive, because
 * it cannot play messages.
 */
export async function playWorkflows({ apiUrl, inputs, folder, only }: Playing): Promise<Played> {
  const [harFile, reportFile] = [join(folder, 'exchanges.har'), join(folder, 'report.json')];
  const options = [
    ...['--server', `ringpost=${apiUrl}`, '--har-output', harFile, '--json-output', reportFile],
    ...Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]),
    ...(only ?? (await withoutMessages())).flatMap((name) => ['--workflow', name]),
  ];
  await redocly(['respect', 'openapi/workflows.yaml', ...options]).catch((error: unknown) => {
    // It ends with an error when a check fails, and has written the report by then.
    if (!(error instanceof RedoclyError)) throw error;
  });
  return { report: JSON.parse(await readFile(reportFile, 'utf8')), harFile };
}

async function withoutMessages(): Promise<readonly string[]> {
  const { workflows } = parse(await readFile('openapi/workflows.yaml', 'utf8')) as { workflows: readonly Workflow[] };
  return workflows.filter(({ steps }) => steps.every(({ action }) => action === undefined)).map(({ workflowId }) => workflowId);
}

interface Workflow {
  readonly workflowId: string;
  readonly steps: readonly { readonly action?: string }[];
}

export function workflowFindings({ report }: Played): Finding {
  const tries = Object.values(report.files).flatMap((file) => file.executedWorkflows.flatMap((workflow) => workflow.executedSteps));
  // A step that waits for something is tried again until it is there: its last try counts.
  const steps = new Map(tries.map((step) => [`${step.workflowId} ${step.stepId}`, step]));
  const checks = [...steps.values()].flatMap((step) => step.checks.map((check) => ({ step, check })));
  const problems = checks
    .filter(({ check }) => !check.passed)
    .map(({ step, check }) => `${step.workflowId}, ${step.stepId}: ${check.name}: ${check.message}`);
  return { looked: checks.length, problems };
}

export interface Report {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly { readonly executedSteps: readonly Step[] }[] }>>;
}

interface Step {
  readonly workflowId: string;
  readonly stepId: string;
  readonly checks: readonly { readonly name: string; readonly passed: boolean; readonly message: string }[];
}

export interface Har {
  readonly log: { readonly entries: readonly HarEntry[] };
}

export interface HarEntry {
  readonly request: { readonly method: string; readonly url: string };
  readonly response: { readonly status: number; readonly headers: readonly { readonly name: string; readonly value: string }[] };
}

export const readHar = async (file: string): Promise<Har> => JSON.parse(await readFile(file, 'utf8'));
