#!/usr/bin/env node
import { run } from './run.ts';

// A reader such as `head` may close the pipe early, which is no failure.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Where nobody reads the messages any more, the command goes on to its end, with its exit code.
process.stderr.on('error', (error) => {
  if (!('code' in error && error.code === 'EPIPE')) throw error;
});

process.exitCode = await run(process.argv.slice(2));
