import { commands } from '../../cli/commands.ts';
import { commandHelp, groupHelp, programHelp } from '../../cli/help.ts';
import { type Command, type CommandGroup, isGroup } from '../../cli/parts/command.ts';
import { madeFrom } from './made-from.ts';

/** `docs/command-line.md`: the help of every command, as the program prints it. */
export const commandLinePage = (): string => `# The command line

\`ringpost\` does what an operator does, over the operator API, and what a tenant does with an API key alone. In a checkout it is \`npm run ringpost -- <command>\`; once that has run,
\`npx ringpost <command>\` is the same. Without a checkout \`npx ringpost <command>\` takes it from npm, and \`npm install --global ringpost\` keeps it: some 160 MB, because
command and server are one package.

In the folder in which the service was started, the program finds the address and the token by itself. Elsewhere, give them with \`OPERATOR_URL\` and
\`OPERATOR_TOKEN\`, or with \`--operator-url\` and \`--operator-token\`, which other users of the machine can see.

\`--json\` prints the API's own answer and nothing else; with \`npm run --silent\` npm adds no lines of its own. Results go to the standard output and
remarks to the error output. Times are shown in UTC, and one that you give is UTC too unless it has an offset.

## Examples

\`\`\`sh
# A tenant, its money and a key.
npm run ringpost -- tenant create "Acme Homes" --billing pay_as_you_go
npm run ringpost -- wallet credit ten_… 25 --note "Invoice 1042" --dedupe-key invoice-1042
npm run ringpost -- key create ten_… CRM --scopes calls:place,calls:read --expires 90d
# What failed in the last day, and all of it sent again.
npm run ringpost -- delivery list --status failed --since 24h
npm run ringpost -- delivery replay ten_… whe_… --since 24h
# In a sandbox: an hour and a half later.
npm run ringpost -- clock advance 90m
npm run --silent ringpost -- tenant list --json | jq -r '.tenants[].id'
\`\`\`

## All commands

${shown(programHelp(commands))}

${Object.entries(commands).map(commandSection).join('\n\n')}

${madeFrom('cli/commands.ts and cli/help.ts')}
`;

function commandSection([word, entry]: readonly [string, Command | CommandGroup]): string {
  if (!isGroup(entry)) return `## ${word}\n\n${shown(commandHelp(word, entry))}`;
  const below = Object.entries(entry.commands).map(
    ([name, command]) => `### ${word} ${name}\n\n${shown(commandHelp(`${word} ${name}`, command))}`,
  );
  return [`## ${word}`, shown(groupHelp(word, entry)), ...below].join('\n\n');
}

const shown = (help: string): string => `\`\`\`\n${help}\n\`\`\``;
