import { htmlReport } from './html.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { prometheusReport } from './prometheus.ts';
import { terminalReport } from './terminal.ts';

export const loadReports = {
  terminal: terminalReport,
  html: htmlReport,
  json: jsonReport,
  junit: junitReport,
  prometheus: prometheusReport,
};
