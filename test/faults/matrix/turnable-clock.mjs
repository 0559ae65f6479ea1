import { readFileSync } from 'node:fs';

/**
 * Preloaded into a service process: the machine's clock, as that process sees it, is off by the milliseconds in the file
 * TURNABLE_CLOCK from each SIGUSR2 on. The machine itself, which others share, keeps its time.
 */
const RealDate = Date;
let offset = 0;
process.on('SIGUSR2', () => {
  offset = Number(readFileSync(process.env.TURNABLE_CLOCK ?? '', 'utf8'));
});
const now = () => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
