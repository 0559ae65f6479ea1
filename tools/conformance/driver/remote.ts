import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { jsonOf } from '../../../src/contract/json.ts';
import { reasonOf, Unjudgeable } from '../reachable.ts';
import { type Driver, type Verb, type Verbs, verbs } from './driver.ts';
import { isFailure, shapeProblem } from './shapes.ts';

/** Carries one request to a driver, and its reply back. */
interface Line {
  send(request: string, verb: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens the driver at a URL, or starts the command that is one. Rejects with `Unjudgeable` if it does not say which
 * verbs it answers.
 */
export async function openDriver(urlOrCommand: string, limits: Limits = usual): Promise<Driver> {
  const line = /^https?:\/\//i.test(urlOrCommand) ? lineTo(urlOrCommand) : lineOf(urlOrCommand, limits);
  try {
    const { verbs: answered } = (await ask(line, 'describe', {})) as { verbs: readonly string[] };
    return {
      verbs: new Set(verbs.filter((verb) => answered.includes(verb))),
      // The schema has judged the reply.
      ask: async <V extends Verb>(verb: V, request: Verbs[V][0]) => (await ask(line, verb, request)) as Verbs[V][1],
      close: line.close,
    };
  } catch (error) {
    await line.close();
    throw new Unjudgeable(`The driver cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}

async function ask(line: Line, verb: string, request: object): Promise<unknown> {
  const asked = { verb, ...request };
  const wrong = shapeProblem(verb, 'request', asked);
  if (wrong !== null) throw new Error(`The run asks ${verb} for what verbs.schema.json does not allow:${wrong}.`);
  const answer = await line.send(JSON.stringify(asked), verb);
  const reply = jsonOf(answer);
  if (reply === undefined) throw new Error(`The driver answered with what is not JSON: ${answer.slice(0, 200)}`);
  if (isFailure(reply)) throw new Error(`The driver failed at ${verb}: ${reply.error.message}`);
  const problem = shapeProblem(verb, 'reply', reply);
  if (problem !== null) throw new Error(`The driver answered ${verb} with ${JSON.stringify(reply).slice(0, 200)}:${problem}.`);
  return reply;
}

const lineTo = (url: string): Line => ({
  async send(request) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: request, redirect: 'manual' }).catch((error: unknown) => {
      throw new Error(`Nobody answers at ${url} (${reasonOf(error)}).`, { cause: error });
    });
    const text = await response.text();
    // A driver may say with the status, too, that it has failed.
    if (!response.ok && jsonOf(text) === undefined) throw new Error(`${url} answers ${response.status}: ${text.slice(0, 200)}`);
    return text;
  },
  close: async () => {},
});

/** How long a command is waited for, in milliseconds. */
interface Limits {
  readonly answerMs: number;
  /** Begins with the end of its input, with which it should end. */
  readonly endMs: number;
}

/** A driver may wait for what it was asked to do, such as for time that passes. */
const usual: Limits = { answerMs: 300_000, endMs: 5_000 };

/** Starts a command, to which each request is a line of its input, and each reply a line of its output in the same order. */
function lineOf(command: string, { answerMs, endMs }: Limits): Line {
  const child = spawn(command, {
    shell: true,
    // A group of its own, so that what the shell has started is ended with it.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  }) as unknown as ChildProcessWithoutNullStreams;
  const waiting: ((reply: string) => void)[] = [];
  const ended = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(`The command has ended with ${code === null ? signal : `the code ${code}`}: ${command}`)),
  );
  const kill = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended just now.
    }
  };
  createInterface({ input: child.stdout }).on('line', (reply) => waiting.shift()?.(reply));
  // A command that has ended is told of by `ended`.
  child.stdin.on('error', () => {});
  return {
    async send(request, verb) {
      const impatience = new AbortController();
      try {
        return await Promise.race([
          new Promise<string>((resolve) => {
            waiting.push(resolve);
            child.stdin.write(`${request}\n`);
          }),
          ended.then((how) => Promise.reject(new Error(how))),
          delay(answerMs, undefined, impatience).then(() => {
            kill();
            throw new Error(`The command gave no answer to ${verb} within ${answerMs / 1_000} s: ${command}`);
          }),
        ]);
      } finally {
        impatience.abort();
      }
    },
    async close() {
      child.stdin.end();
      const impatience = setTimeout(kill, endMs);
      await ended;
      clearTimeout(impatience);
    },
  };
}
