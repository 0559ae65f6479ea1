import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon, { type Request } from 'autocannon';
import { runsTypeScript } from '../test/support/typescript.ts';
import { endProcess } from '../tools/embedded/end-process.ts';
import { machine } from '../tools/load/machine.ts';
import { cpuSecondsOf } from './dispatch/processes.ts';
import { benchOptions } from './stage/bench-options.ts';

/**
 * `npm run bench:simulator` tells if the simulator could be the bottleneck of a measurement. Each side of `--load`, and
 * the same side in full, runs in its own process and is asked by autocannon over 32 connections.
 */
const connections = 32;
const seconds = benchOptions('simulator', { quick: { type: 'boolean', default: false } }).quick ? 2 : 5;

const hook = JSON.stringify({
  event: 'call.completed',
  timestamp: '2026-01-03T12:04:05.000Z',
  data: { call_id: 'call_1', note: 'x'.repeat(1_400) },
});
const call = { name: 'call_1', assistantId: 'a', phoneNumberId: 'p', customer: { number: '+15550400001' } };
const text = 'To=%2B15560050001&From=%2B14155550100&Body=Hello';

const sides: Record<string, Request> = {
  receivers: { method: 'POST', path: '/receivers/crm', headers: { 'content-type': 'application/json' }, body: hook },
  voice: {
    method: 'POST',
    path: '/vapi/call',
    headers: { authorization: 'Bearer simulated', 'content-type': 'application/json' },
    body: JSON.stringify(call),
  },
  texts: {
    method: 'POST',
    path: '/twilio/2010-04-01/Accounts/simulated/Messages.json',
    headers: {
      authorization: `Basic ${Buffer.from('simulated:simulated').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: text,
  },
};

console.log(machine());
console.log(`${connections} connections, ${seconds} s each after 1 s of warm-up\n`);
for (const load of [Object.keys(sides).join(','), null]) {
  const { url, child } = await started(load);
  try {
    for (const [side, request] of Object.entries(sides))
      await measure(`${side}${load === null ? ', in full' : ''}`, url, request, child.pid ?? 0);
  } finally {
    await endProcess(child);
  }
}

async function measure(name: string, url: string, request: Request, pid: number): Promise<void> {
  await autocannon({ url, connections, duration: 1, requests: [request] });
  const before = cpuSecondsOf(pid);
  const { '2xx': answered, non2xx, errors, requests } = await autocannon({ url, connections, duration: seconds, requests: [request] });
  const cpu = ((cpuSecondsOf(pid) - before) * 1e6) / Math.max(1, answered);
  console.log(`${name.padEnd(20)}${requests.average.toFixed(0).padStart(7)}/s   CPU of the simulator ${cpu.toFixed(0)} µs each`);
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} answers were not 2xx, ${errors} never came.`);
}

/** Starts a simulator whose stories end at once and make no callbacks. The other costs of a side in full remain. */
async function started(load: string | null): Promise<{ url: string; child: ChildProcess }> {
  const main = fileURLToPath(new URL('../simulator/main.ts', import.meta.url));
  const args = [...runsTypeScript, main, '--port', '0', '--speed', 'Infinity', ...(load === null ? [] : ['--load', load])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = /http:\S+/.exec(line)?.[0];
  if (!url) throw new Error(`The simulator did not say where it is: ${line}`);
  return { url, child };
}
