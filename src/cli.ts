#!/usr/bin/env node
import type { Command } from './cli/command.ts';
import { migrateCommand } from './cli/migrate.ts';
import { serveCommand } from './cli/serve.ts';
import { simulateCommand } from './cli/simulate.ts';
import { startCommand } from './cli/start.ts';
import { UsageError } from './cli/usage-error.ts';
import { ConfigError } from './config.ts';

const commands: Readonly<Record<string, Command>> = {
  start: startCommand,
  serve: serveCommand,
  migrate: migrateCommand,
  simulate: simulateCommand,
};

process.exitCode = await main(process.argv.slice(2));

/** Exit codes: 0 done, 1 it failed, 2 the words are off (an unknown command, option or setting). */
async function main(argv: readonly string[]): Promise<number> {
  const [name = 'help', ...args] = argv;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return list(name);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(command.help);
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    return explain(error);
  }
}

function list(asked: string): number {
  const known = ['help', '--help', '-h'].includes(asked);
  const lines = Object.entries(commands).map(([name, command]) => `  ringpost ${name.padEnd(10)} ${command.summary}`);
  const text = ['Usage: ringpost <command> [options]', '', ...lines, '', 'ringpost <command> --help tells more.'].join('\n');
  if (known) console.log(text);
  else console.error(`ringpost: there is no command "${asked}".\n\n${text}`);
  return known ? 0 : 2;
}

function explain(error: unknown): number {
  const usage = error instanceof UsageError || error instanceof ConfigError || isParseArgsError(error);
  console.error(`ringpost: ${error instanceof Error ? (usage ? error.message : (error.stack ?? error.message)) : String(error)}`);
  return usage ? 2 : 1;
}

function isParseArgsError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
