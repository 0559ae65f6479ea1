import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { programIn } from '../support/tools.ts';
import type { Finding } from './finding.ts';
import { toolsFolder } from './tools.ts';

const published = { 'spectral.yaml': ['public', 'asyncapi'], 'spectral-operator.yaml': ['operator'] };

/** Spectral reads the published documents. Every rule that is switched off has its reason in its ruleset. */
export async function spectral(): Promise<Finding> {
  const findings = await Promise.all(
    Object.entries(published).map(([ruleset, names]) =>
      lint(
        ruleset,
        names.map((name) => `src/contract/generated/${name}.json`),
      ),
    ),
  );
  return { looked: findings.reduce((sum, { looked }) => sum + looked, 0), problems: findings.flatMap(({ problems }) => problems) };
}

export async function lint(ruleset: string, files: readonly string[]): Promise<Finding> {
  const options = ['--ruleset', join(toolsFolder, ruleset), '--format', 'json', '--quiet'];
  const child = spawn(programIn(toolsFolder, 'spectral'), ['lint', ...files, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const results = JSON.parse(printed) as readonly Result[];
  return {
    looked: files.length,
    problems: results.map(({ source, path, message, code }) => `${source} ${path.join('.')}: ${message} (${code})`),
  };
}

interface Result {
  readonly source: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: string;
}
