import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { register } from 'node:module';
import { createInterface } from 'node:readline';
import { runsTypeScript } from '../support/typescript.ts';

// Stands in for the package `testcontainers`: a container of the simulator's image is a process, and its host is this machine.
const resolving = `export const resolve = (name, context, next) =>
  name === 'testcontainers' ? { url: ${JSON.stringify(import.meta.url)}, shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(resolving)}`);

const hostIsHere = `import dns from 'node:dns';
const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name === 'host.testcontainers.internal' ? '127.0.0.1' : name, ...rest);`;

export const TestContainers = { exposeHostPorts: async () => undefined };
export const Wait = { forHttp: () => undefined };

export class GenericContainer {
  #command = [];
  constructor(image) {
    if (image !== 'ringpost-simulator') throw new Error(`There is no image ${image} here.`);
  }
  withExposedPorts = () => this;
  withWaitStrategy = () => this;
  withCommand(command) {
    this.#command = command;
    return this;
  }
  async start() {
    const program = new URL('../../simulator/main.ts', import.meta.url).pathname;
    const imports = ['--import', `data:text/javascript,${encodeURIComponent(hostIsHere)}`];
    const child = spawn(process.execPath, [...runsTypeScript, ...imports, program, '--port', '0', ...this.#command], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface(child.stdout), 'line');
    const { hostname, port } = new URL(/Simulator on (\S+)/.exec(line)[1]);
    return {
      getHost: () => hostname,
      getMappedPort: () => Number(port),
      async stop() {
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
}
