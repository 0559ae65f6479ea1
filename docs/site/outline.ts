import { errorPages } from './error-pages.ts';
import { eventPages } from './event-pages.ts';
import type { Page } from './pages.ts';
import { runbookPages } from './runbook-pages.ts';

/** The navigation. Pages that the repository already has are shown as they are. */
export const outline: readonly Part[] = [
  {
    title: 'Start',
    entries: [
      { path: 'index', title: 'Overview', source: 'docs/index.md' },
      { path: 'quick-start', title: 'Quick start', source: 'docs/quick-start.md' },
      { path: 'concepts', title: 'Concepts', source: 'docs/concepts.md' },
      { path: 'client', title: 'The TypeScript client', source: 'sdk/README.md' },
    ],
  },
  {
    title: 'Webhooks',
    entries: [
      { path: 'webhooks', title: 'Receiving webhooks', source: 'docs/webhooks.md' },
      { path: 'verify', title: 'Verifying signatures', source: 'docs/verify.md' },
      { path: 'retries', title: 'Retries and replay', source: 'docs/retries.md' },
      { path: 'events', title: 'Events', source: 'docs/events.md', children: eventPages },
    ],
  },
  {
    title: 'Calling the API',
    entries: [
      { path: 'rate-limits', title: 'Rate limits', source: 'docs/rate-limits.md' },
      { path: 'idempotency', title: 'Idempotency', source: 'docs/idempotency.md' },
      { path: 'errors', title: 'Errors', source: 'docs/errors.md', children: errorPages },
      { path: 'generators', title: 'Code generators', source: 'docs/generators.md' },
    ],
  },
  {
    title: 'Testing',
    entries: [
      { path: 'testing', title: 'Testing your integration', source: 'docs/testing.md' },
      { path: 'testing-package', title: 'Mock, fixtures, matchers', source: 'sdk/testing/README.md' },
      { path: 'simulator', title: 'The simulator', source: 'simulator/README.md' },
      { path: 'conformance', title: 'Conformance', source: 'docs/conformance.md' },
    ],
  },
  {
    title: 'Operating',
    entries: [
      { path: 'operating', title: 'Deploying', source: 'deploy/README.md' },
      { path: 'going-live', title: 'Going live', source: 'docs/going-live.md' },
      { path: 'sandboxes', title: 'Sandboxes', source: 'docs/sandboxes.md' },
      { path: 'settings', title: 'Settings', source: 'docs/settings.md' },
      { path: 'command-line', title: 'The command line', source: 'docs/command-line.md' },
      { path: 'runbooks', title: 'Runbooks', source: 'docs/runbooks.md', children: runbookPages },
    ],
  },
  {
    title: 'Reference',
    entries: [
      { path: 'reference', title: 'Both documents', source: 'docs/reference.md' },
      { path: 'try-it', title: 'Samples and requests', source: 'docs/try-it.md' },
      { path: 'changelog', title: 'Changelog', source: 'docs/changelog.md' },
      { path: 'rules', title: 'Rules', source: 'docs/rules.md' },
      { path: 'decisions', title: 'Decisions', source: 'DECISIONS.md' },
    ],
  },
];

export interface Part {
  readonly title: string;
  readonly entries: readonly Entry[];
}

export interface Entry {
  readonly path: string;
  readonly title: string;
  readonly source: string;
  /** Returns the pages that belong below this one. */
  readonly children?: (parent: string) => Promise<readonly Page[]>;
}
