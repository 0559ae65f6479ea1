import type { Command, CommandGroup, Options } from './parts/command.ts';
import { kebab } from './parts/options.ts';

export const program = 'ringpost';
const lineWidth = 100;

/** Returns the help of one command: usage, purpose, arguments and options, an example. */
export function commandHelp(words: string, command: Command): string {
  const parts = [
    `Usage: ${usage(words, command)}`,
    wrapped(command.summary, 0),
    section(
      'Arguments',
      labelled(command.arguments, (name) => `<${kebab(name)}>`),
    ),
    section(
      'Options',
      labelled(command.options, (name, placeholder) => `--${kebab(name)}${placeholder ? ` ${placeholder}` : ''}`),
    ),
    command.notes,
    section(
      'Examples',
      command.examples.map((example) => `  ${example}`),
    ),
  ];
  return parts.filter(Boolean).join('\n\n');
}

export function groupHelp(word: string, { summary, commands, alone }: CommandGroup): string {
  return [
    `Usage: ${program} ${word} ${alone ? '[command]' : '<command>'} [options]`,
    summary,
    listed(`${program} ${word}`, commands),
    ...(alone ? [`${program} ${word} alone is ${program} ${word} ${alone}.`] : []),
    `${program} help ${word} <command> tells more.`,
  ].join('\n\n');
}

export function programHelp(commands: Readonly<Record<string, Command | CommandGroup>>): string {
  return [
    `Usage: ${program} <command> [options]`,
    listed(program, commands),
    [`${program} help <command> tells more; ${program} --version tells which this is.`, exitCodes].join('\n'),
  ].join('\n\n');
}

const exitCodes = 'Exit codes: 0 done, 1 refused or failed, 2 wrong usage.';

function listed(before: string, commands: Readonly<Record<string, { readonly summary: string }>>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${before} ${name.padEnd(width)}  ${firstSentence(summary)}`);
  return lines.join('\n');
}

const firstSentence = (text: string): string => /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;

function usage(words: string, { arguments: places, options }: Command): string {
  const named = Object.entries(options);
  return [
    program,
    words,
    ...Object.entries(places).map(([name, { required }]) => (required ? `<${kebab(name)}>` : `[${kebab(name)}]`)),
    ...named.filter(([, { required }]) => required).map(([name, { placeholder }]) => `--${kebab(name)} ${placeholder}`),
    ...(named.some(([, { required }]) => !required) ? ['[options]'] : []),
  ].join(' ');
}

function labelled(options: Options, label: (name: string, placeholder: string | null) => string): string[] {
  const rows = Object.entries(options).map(([name, { about, placeholder }]) => ({ label: label(name, placeholder), about }));
  const width = Math.min(32, Math.max(0, ...rows.map(({ label }) => label.length)));
  return rows.map(({ label, about }) =>
    label.length > width
      ? `  ${label}\n${' '.repeat(width + 4)}${wrapped(about, width + 4)}`
      : `  ${label.padEnd(width)}  ${wrapped(about, width + 4)}`,
  );
}

const section = (title: string, lines: readonly string[]): string | null => (lines.length > 0 ? `${title}:\n${lines.join('\n')}` : null);

/** Breaks the text at spaces. Later lines begin below the first one. */
function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && indent + line.length + 1 + word.length > lineWidth) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}
