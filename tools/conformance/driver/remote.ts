import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { jsonOf } from '../http-message.ts';
import { reasonOf, Unjudgeable } from '../reachable.ts';
import { type Driver, type Verb, type Verbs, verbs } from './driver.ts';
import { isFailure, shapeProblem } from './shapes.ts';

/** Carries one request to a driver, and its reply back. */
interface Line {
  send(request: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens the driver at a URL, or starts the command that is one. Rejects with `Unjudgeable` if it does not say which
 * verbs it answers.
 */
export async function openDriver(urlOrCommand: string): Promise<Driver> {
  const line = /^https?:\/\//i.test(urlOrCommand) ? lineTo(urlOrCommand) : lineOf(urlOrCommand);
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
  const reply = parsed(await line.send(JSON.stringify(asked)));
  if (isFailure(reply)) throw new Error(`The driver failed at ${verb}: ${reply.error.message}`);
  const problem = shapeProblem(verb, 'reply', reply);
  if (problem !== null) throw new Error(`The driver answered ${verb} with ${JSON.stringify(reply)?.slice(0, 200)}:${problem}.`);
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

/** Starts a command, to which each request is a line of its input, and each reply a line of its output in the same order. */
function lineOf(command: string): Line {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] }) as unknown as ChildProcessWithoutNullStreams;
  const waiting: ((reply: string) => void)[] = [];
  const ended = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(`The command has ended with ${code === null ? signal : `the code ${code}`}: ${command}`)),
  );
  createInterface({ input: child.stdout }).on('line', (reply) => waiting.shift()?.(reply));
  // A command that has ended is told of by `ended`.
  child.stdin.on('error', () => {});
  return {
    send: (request) =>
      Promise.race([
        new Promise<string>((resolve) => {
          waiting.push(resolve);
          child.stdin.write(`${request}\n`);
        }),
        ended.then((how) => Promise.reject(new Error(how))),
      ]),
    async close() {
      child.stdin.end();
      const impatience = setTimeout(() => child.kill(), patienceMs);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** A command ends when its input ends. One that does not is stopped after this time. */
const patienceMs = 5_000;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The driver answered with what is not JSON: ${text.slice(0, 200)}`);
  }
}
