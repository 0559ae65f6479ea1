import { readFile } from 'node:fs/promises';
import { RedoclyError, redocly } from '../../tools/contract/redocly.ts';
import type { Finding } from './finding.ts';

/**
 * Redocly compares recorded exchanges with the document: undocumented paths, fields, statuses, headers, and what breaks a
 * schema. An answer that does is a fault. A request that does is one only if the service took it.
 */
export async function drift(harFile: string, serverUrl: string): Promise<Drift> {
  const coverageFile = `${harFile}.coverage.json`;
  const { run, problems } = JSON.parse(await printed(harFile, serverUrl, coverageFile)) as Report;
  return {
    // What it cannot match with an operation it only counts.
    looked: run.documentedExchanges,
    problems: problems
      .filter(({ target, status }) => target !== 'request' || status < 400)
      .map(({ method, path, status, message, dataPath }) => `${method} ${path} ${status}: ${message} (${dataPath ?? ''})`),
    coverage: JSON.parse(await readFile(coverageFile, 'utf8')).totals,
  };
}

export interface Drift extends Finding {
  /** How much of the document the exchanges touch. */
  readonly coverage: Coverage;
}

export type Coverage = Readonly<
  Record<'operations' | 'parameters' | 'properties' | 'responses', { readonly covered: number; readonly total: number }>
>;

/** It ends with an error when it finds one, and has told everything by then. */
async function printed(harFile: string, serverUrl: string, coverageFile: string): Promise<string> {
  const options = [
    '--api',
    'src/contract/generated/public.json',
    '--server',
    serverUrl,
    '--format',
    'json',
    '--coverage-output',
    coverageFile,
  ];
  try {
    return await redocly(['drift', harFile, ...options]);
  } catch (error) {
    if (error instanceof RedoclyError && error.out.startsWith('{')) return error.out;
    throw error;
  }
}

interface Report {
  readonly run: { readonly documentedExchanges: number };
  readonly problems: readonly {
    readonly target: 'request' | 'response';
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly message: string;
    readonly dataPath?: string;
  }[];
}
