import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { operatorFor } from '../support/api.ts';
import { contextFor } from '../support/context.ts';
import { freezeTenant, tenant } from '../support/fixtures.ts';

/** It ends what would keep the tenant from being quiet, and after the export there is nothing left to end. */
const goesOn = ['cancelReplay'];

test('whatever would change a frozen tenant is refused, by every operation that the document has', async (t) => {
  const context = await contextFor(t);
  const operator = await operatorFor(t, context);
  const { id: tenantId } = await tenant(context);
  await freezeTenant(context, tenantId);
  const asked: string[] = [];
  for (const { method, path, operationId, example } of await writesOfATenant()) {
    if (goesOn.includes(operationId)) continue;
    const address = path.replace('{tenantId}', tenantId).replaceAll(/\{\w+\}/g, 'unknown');
    const { status, body } = await operator.api.request(method.toUpperCase(), address, example === undefined ? {} : { body: example });
    assert.deepEqual([status, body?.error?.code], [409, 'tenant_frozen'], operationId);
    asked.push(operationId);
  }
  assert.ok(asked.length >= 16, String(asked));
  assert.equal((await operator.api.get(`/tenants/${tenantId}`)).status, 200, 'it can be looked at');
});

interface Write {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  /** A body that the document shows; undefined where the operation takes none. */
  readonly example: unknown;
}

async function writesOfATenant(): Promise<readonly Write[]> {
  const document = JSON.parse(await readFile(new URL('../../src/contract/generated/operator.json', import.meta.url), 'utf8'));
  const paths: [string, Record<string, DocumentedOperation>][] = Object.entries(document.paths);
  return paths
    .filter(([path]) => path.includes('{tenantId}'))
    .flatMap(([path, operations]) =>
      ['post', 'put', 'patch', 'delete'].flatMap((method) => {
        const operation = operations[method];
        if (!operation) return [];
        const [example] = Object.values(operation.requestBody?.content['application/json'].examples ?? {});
        return [{ method, path, operationId: operation.operationId, example: example?.value }];
      }),
    );
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly examples: Record<string, { readonly value: unknown }> } };
  };
}
