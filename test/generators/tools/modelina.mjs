// Modelina's own command line wants Node 24. This writes a file for each model, and one that exports all.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { TypeScriptGenerator } from '@asyncapi/modelina';

const { DOCUMENT, OUTPUT } = process.env;
// Without `rawPropertyNames` it renames `call_id` to `callId`.
const generator = new TypeScriptGenerator({ modelType: 'interface', rawPropertyNames: true });
const document = JSON.parse(await readFile(DOCUMENT, 'utf8'));
const models = await generator.generateCompleteModels(document, { exportType: 'named', moduleSystem: 'ESM' });
await mkdir(OUTPUT, { recursive: true });
for (const { modelName, result } of models) await writeFile(`${OUTPUT}/${modelName}.ts`, result);
await writeFile(`${OUTPUT}/index.ts`, models.map(({ modelName }) => `export * from './${modelName}';\n`).join(''));
