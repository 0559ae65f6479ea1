import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { publishedForm } from '../../../src/contract/published-form.ts';
import { documents } from '../../../tools/conformance/documents.ts';
import type { Target } from '../../../tools/conformance/target.ts';

/** The service of the folder `foreign`: another implementation of the published documents, in Python, with its driver. */
export interface Foreign {
  readonly target: Target & { readonly driver: string };
  /** The driver as a command. */
  readonly command: string;
  stop(): Promise<void>;
}

/** Says why the service cannot run here, or null. */
export const noPython = (): string | null => {
  const { status } = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']);
  return status === 0 ? null : 'there is no python3 of version 3.11 or newer';
};

/** Starts the service. It makes the mistakes of these names: each is looked up by `mistaken` in its sources. */
export async function startForeign(mistakes: readonly string[] = []): Promise<Foreign> {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-foreign-'));
  const { openapi, asyncapi } = documents();
  const files = Object.entries({ openapi, asyncapi }).map(([name, document]) => {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(publishedForm(document)));
    return join(folder, `${name}.json`);
  });
  const at = (name: string): string => join(import.meta.dirname, 'foreign', name);
  const child = spawn('python3', ['-B', at('main.py'), ...files], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, MISTAKES: mistakes.join(' ') },
  });
  const closed = once(child, 'close');
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const { baseUrl, driver } = JSON.parse(value);
  return {
    target: {
      baseUrl,
      driver,
      apiKey: null,
      secondTenantKey: null,
      scopedKeys: {},
      operator: null,
      simulatorUrl: null,
      receiver: { port: 0, url: null },
    },
    command: `python3 -B ${at('pipe.py')} ${driver}`,
    async stop() {
      child.stdin.end();
      await closed;
      rmSync(folder, { recursive: true });
    },
  };
}
