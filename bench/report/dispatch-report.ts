import { machine, type Report } from './report.ts';

/** What `bench:dispatch` printed, as a report: its last lines are its figures. Its plots are on the page that it writes itself. */
export function dispatchReport(name: string, text: string): Report {
  const lines = text.trimEnd().split('\n');
  const figures = lines.flatMap((line) => {
    const [, what = '', value = ''] = /^(of [\w ]+|CPU us per delivery): ([\d.]+)$/.exec(line) ?? [];
    return value === '' ? [] : [[`deliveries ${what}`, Number(value)] as const];
  });
  const verdict = figures.map(([what, value]) => `${what}: ${value}`);
  return {
    name,
    title: 'Deliveries',
    at: new Date().toISOString(),
    machine: machine(),
    setting: '',
    verdict,
    figures: Object.fromEntries(figures),
    sections: [{ title: 'As it was printed', lines }],
  };
}
