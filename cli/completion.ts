import { type Command, type CommandGroup, command, commandAlone, isGroup } from './parts/command.ts';
import { choice, kebab, need } from './parts/options.ts';

type Commands = Readonly<Record<string, Command | CommandGroup>>;

/** Makes the command that prints what a shell reads to complete all commands, itself included. */
export const completion = (commands: () => Commands): Command =>
  command({
    summary: 'Prints what a shell reads to complete commands and options with the Tab key.',
    arguments: { shell: need(choice('Which shell: bash, zsh or fish.', ['bash', 'zsh', 'fish'])) },
    notes: 'It is made from the commands of this release: print it anew after an upgrade.',
    examples: [
      'ringpost completion bash > ~/.local/share/bash-completion/completions/ringpost',
      'ringpost completion zsh >> ~/.zshrc',
      'ringpost completion fish > ~/.config/fish/completions/ringpost.fish',
    ],
    async run({ shell }) {
      process.stdout.write(shell === 'fish' ? fish(commands()) : shell === 'zsh' ? zsh(commands()) : bash(commands()));
      return 0;
    },
  });

const optionsOf = ({ options }: Command): readonly string[] => Object.keys(options).map((name) => `--${kebab(name)}`);

const takenBy = (command: Command): readonly string[] => [
  ...Object.values(command.arguments).flatMap(({ words = [] }) => words),
  ...optionsOf(command),
];

/** The words that may follow others: `tenant` by its verbs, `tenant create` by its options. The empty text is followed by the nouns. */
function followers(commands: Commands): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>([['', [...Object.keys(commands), 'help']]]);
  words.set('help', Object.keys(commands));
  for (const [noun, entry] of Object.entries(commands)) {
    if (!isGroup(entry)) {
      words.set(noun, takenBy(entry));
      continue;
    }
    const alone = commandAlone(entry);
    words.set(noun, [...Object.keys(entry.commands), ...(alone ? optionsOf(alone) : [])]);
    words.set(`help ${noun}`, Object.keys(entry.commands));
    for (const [verb, each] of Object.entries(entry.commands)) words.set(`${noun} ${verb}`, takenBy(each));
  }
  return words;
}

/** The values of options that take one of some words: `deliveries list --status` is followed by four. */
const valuesOf = (commands: Commands): readonly (readonly [before: string, words: readonly string[]])[] =>
  Object.entries(commands).flatMap(([noun, entry]) =>
    isGroup(entry)
      ? Object.entries(entry.commands).flatMap(([verb, each]) => valuesAfter(`${noun} ${verb}`, each))
      : valuesAfter(noun, entry),
  );

const valuesAfter = (before: string, { options }: Command) =>
  Object.entries(options).flatMap(([name, { words }]) => (words ? [[`${before} --${kebab(name)}`, words] as const] : []));

/**
 * Where nothing follows, the shell completes the names of files. Of a list the word after the last comma is completed. To bash a colon
 * ends a word too, so that what is typed is taken from the line, and what stands before the colon is not offered again.
 */
function bash(commands: Commands): string {
  const caseOf = ([before, words]: readonly [string, readonly string[]]): string => `    '${before}') words='${words.join(' ')}' ;;`;
  return `_ringpost() {
  local before='' words='' line="\${COMP_LINE:0:$COMP_POINT}"
  local current="\${line##* }" previous="\${line% *}"
  local last="\${current##*,}"
  [ "$COMP_CWORD" -ge 2 ] && before="\${COMP_WORDS[1]}"
  case "$before" in
    ${Object.entries(commands)
      .filter(([, entry]) => isGroup(entry))
      .map(([noun]) => noun)
      .concat('help')
      .join('|')}) [ "$COMP_CWORD" -ge 3 ] && [[ "\${COMP_WORDS[2]}" != -* ]] && before="$before \${COMP_WORDS[2]}" ;;
  esac
  case "$before" in
${[...followers(commands)].map(caseOf).join('\n')}
  esac
  case "$before \${previous##* }" in
${valuesOf(commands).map(caseOf).join('\n')}
  esac
  COMPREPLY=($(compgen -P "\${current%"$last"}" -W "$words" -- "$last"))
  if [[ "$COMP_WORDBREAKS" == *:* && "$current" == *:* ]]; then COMPREPLY=("\${COMPREPLY[@]#"\${current%:*}:"}"); fi
}
complete -o default -F _ringpost ringpost
`;
}

const zsh = (commands: Commands): string => `autoload -Uz compinit bashcompinit && compinit -u && bashcompinit\n${bash(commands)}`;

function fish(commands: Commands): string {
  const lines = [
    "complete -c ringpost -n '__fish_use_subcommand' -f -a help",
    `complete -c ringpost -n '__fish_seen_subcommand_from help' -f -a '${Object.keys(commands).join(' ')}'`,
  ];
  const line = (condition: string, rest: string, about: string): void => {
    lines.push(`complete -c ringpost -n '${condition}' ${rest} -d '${about.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`);
  };
  const takenLines = (condition: string, { arguments: places, options }: Command): void => {
    for (const { about, words } of Object.values(places)) if (words) line(condition, `-f -a '${words.join(' ')}'`, about);
    for (const [name, { about, placeholder, words }] of Object.entries(options))
      line(condition, `-l ${kebab(name)}${placeholder === null ? '' : ' -r'}${words ? ` -f -a '${words.join(' ')}'` : ''}`, about);
  };
  for (const [noun, entry] of Object.entries(commands)) {
    line('__fish_use_subcommand', `-f -a ${noun}`, entry.summary);
    const seen = `__fish_seen_subcommand_from ${noun}`;
    if (!isGroup(entry)) {
      takenLines(seen, entry);
      continue;
    }
    const verbs = Object.entries(entry.commands);
    for (const [verb, each] of verbs) {
      line(`${seen}; and not __fish_seen_subcommand_from ${verbs.map(([name]) => name).join(' ')}`, `-f -a ${verb}`, each.summary);
      takenLines(`${seen}; and __fish_seen_subcommand_from ${verb}`, each);
    }
  }
  return `${lines.join('\n')}\n`;
}
