import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { object } from '../../src/contract/json.ts';
import { prepareCaller } from '../referees/caller.ts';
import { say } from '../referees/finding.ts';
import { npmStart } from '../support/npm-start.ts';
import { compile } from './compile.ts';
import { generate } from './generate.ts';
import { generators } from './generators.ts';
import { addCaller, callers, placeCall } from './place-call.ts';

/**
 * `npm run generators`: programs of others make clients from the documents as the service serves them. No output may lose a property of the
 * document, each must compile under `strict`, and some place a call with the service and read it back.
 */
async function run(): Promise<void> {
  const service = await npmStart();
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-generators-'));
  try {
    const { apiUrl, inputs } = await prepareCaller(service.folder);
    const origin = new URL(apiUrl).origin;
    const served = async (name: string) => object(await (await fetch(`${origin}/${name}.json`)).json());
    const found = await generate(folder, { openapi: await served('openapi'), asyncapi: await served('asyncapi') }, generators);
    const programs = await callers();
    await Promise.all(programs.map((name) => addCaller(folder, name)));
    const objections = await compile(folder);
    for (const [{ name }, { looked, problems }] of found)
      say(name, 'properties looked for, and the output compiled', { looked, problems: [...problems, ...objections(name)] });
    for (const name of programs) {
      const given = { API_URL: apiUrl, API_KEY: inputs.apiKey, AGENT_ID: inputs.agentId, PHONE_NUMBER: inputs.phoneNumber };
      say(`${name}, against the service`, 'call placed and read back', await placeCall(folder, name, given));
    }
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await run();
