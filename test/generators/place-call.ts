import { execFile } from 'node:child_process';
import { copyFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { Finding } from '../referees/finding.ts';

const run = promisify(execFile);
const clients = join(import.meta.dirname, 'clients');

/** The programs in `clients/` by the generator whose output they use. */
export async function callers(): Promise<readonly string[]> {
  return (await readdir(clients)).map((file) => basename(file, '.ts')).filter((name) => name !== 'given');
}

/** Puts a program that uses the output beside it, to be compiled with it. */
export async function addCaller(folder: string, name: string): Promise<void> {
  await copyFile(join(clients, `${name}.ts`), join(folder, name, 'place-call.ts'));
  await copyFile(join(clients, 'given.ts'), join(folder, name, 'given.ts'));
}

export interface Given {
  readonly API_URL: string;
  readonly API_KEY: string;
  readonly AGENT_ID: string;
  readonly PHONE_NUMBER: string;
}

/** The generated client places a call and reads it back. */
export async function placeCall(folder: string, name: string, given: Given): Promise<Finding> {
  const program = join(folder, name, 'place-call.ts');
  try {
    const { stdout } = await run(process.execPath, ['--import', 'tsx', program], { env: { ...process.env, ...given } });
    const { placed, read }: Told = JSON.parse(stdout);
    const isSame = placed.id === read.id && read.phoneNumber === given.PHONE_NUMBER;
    return { looked: 1, problems: isSame ? [] : [`The call that was placed and the one that was read differ: ${stdout}`] };
  } catch (error) {
    return { looked: 1, problems: [String(error)] };
  }
}

interface Told {
  readonly placed: { readonly id: string };
  readonly read: { readonly id: string; readonly phoneNumber: string };
}
