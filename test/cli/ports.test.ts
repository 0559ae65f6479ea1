import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { mock, test } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { endProcess } from '../../tools/embedded/end-process.ts';
import { listen } from '../support/api.ts';
import { runsTypeScript } from '../support/typescript.ts';

test('a port that was given is given to no process again while the one that has it runs, although nobody listens on it', async (t) => {
  const ports = import.meta.resolve('../../cli/parts/ports.ts');
  const program = `import { freePort } from '${ports}'; console.log(await freePort()); process.stdin.resume();`;
  const flags = [...runsTypeScript, '--input-type=module', '--eval', program];
  const other = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => endProcess(other));
  const [said] = await once(other.stdout, 'data');
  const [others, own, free] = [Number(said), await freePort(), await unused()];
  const drawn = [others, own, free].values();
  mock.method(crypto, 'randomInt', () => drawn.next().value ?? assert.fail('it drew another one'));
  // Named imports of a built-in module see the mock only after this, and the original again only after another.
  syncBuiltinESMExports();
  try {
    assert.equal(await freePort(), free);
  } finally {
    mock.restoreAll();
    syncBuiltinESMExports();
  }
});

async function unused(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}
