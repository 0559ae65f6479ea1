#!/usr/bin/env node
import { run } from './run.ts';

process.stdout.on('error', (error) => {
  // A reader such as `head` may close the pipe early. A command that wrote its last words knows its exit code by then; another one has not done
  // everything, and ends with the exit code of a program that SIGPIPE has ended.
  if ('code' in error && error.code === 'EPIPE') return void setImmediate(() => process.exit(process.exitCode ?? 141));
  process.stderr.write(`ringpost: The output cannot be written (${error.message}).\n`);
  process.exit(1);
});

// Where nobody reads the messages any more, the command goes on to its end, with its exit code.
process.stderr.on('error', (error) => {
  if (!('code' in error && error.code === 'EPIPE')) throw error;
});

process.exitCode = await run(process.argv.slice(2));
