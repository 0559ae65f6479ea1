import { text as readStream } from 'node:stream/consumers';
import { type createClient, RefusedError } from '../../sdk/client.ts';
import { changeProfiles } from '../clients/profiles.ts';
import { defaultProfile, environmentKey, publicPath, withPublicPath } from '../clients/public-address.ts';
import { asking } from '../clients/public-command.ts';
import { command } from '../parts/command.ts';
import { httpUrl, need, text } from '../parts/options.ts';
import { screenFor } from '../parts/screen.ts';
import { UsageError } from '../parts/usage-error.ts';

export const login = command({
  summary: 'Keeps an API key on this machine, for the commands that need one.',
  options: {
    baseUrl: need(httpUrl(`The service, such as https://ringpost.example.org; ${publicPath} is added where no path is given.`)),
    apiKey: text('The key. Better left out: it is then read from RINGPOST_API_KEY, or from the standard input.', 'KEY'),
    profile: text('A name for it, where there are several (default).', 'NAME'),
  },
  notes: `The key is tried before it is kept in ~/.config/ringpost/profiles.json (XDG_CONFIG_HOME), which only you can read.
The key of RINGPOST_API_KEY goes to no other service than that of RINGPOST_URL, where that is set.
--profile NAME or RINGPOST_PROFILE chooses one later; \`ringpost logout\` removes it.`,
  examples: [
    'ringpost login --base-url https://ringpost.example.org',
    'ringpost login --base-url http://127.0.0.1:8080 --profile demo < key.txt',
  ],

  async run({ baseUrl: given, apiKey: typed, profile = defaultProfile }) {
    if (profile === '') throw new UsageError('--profile takes a name.');
    const baseUrl = withPublicPath(given);
    const apiKey = (typed ?? environmentKey(baseUrl) ?? (await keyFromInput())).trim();
    if (apiKey === '') throw new UsageError('The key is empty.');
    await asking({ profile: undefined, baseUrl, apiKey }, tryKey);
    const file = changeProfiles((kept) => ({ ...kept, profiles: { ...kept.profiles, [profile]: { baseUrl, apiKey } } }));
    screenFor().note(`Logged in at ${baseUrl}. The key is in ${file}, as profile "${profile}".`);
    return 0;
  },
});

export const logout = command({
  summary: 'Removes a key that `ringpost login` kept on this machine. The key itself stays valid.',
  options: { profile: text('Which (default).', 'NAME') },
  examples: ['ringpost logout', 'ringpost logout --profile demo'],

  async run({ profile = defaultProfile }) {
    changeProfiles((kept) => {
      if (!Object.hasOwn(kept.profiles, profile)) throw new UsageError(`There is no profile "${profile}".`);
      const { [profile]: _, ...profiles } = kept.profiles;
      return { ...kept, profiles };
    });
    screenFor().note(`The profile "${profile}" is removed.`);
    return 0;
  },
});

/** A key without the scope for this is a good key all the same. */
async function tryKey({ listAgents }: ReturnType<typeof createClient>): Promise<void> {
  await listAgents().catch((error: unknown) => {
    if (!(error instanceof RefusedError && error.is('insufficient_scope'))) throw error;
  });
}

async function keyFromInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('API key, then Ctrl-D: ');
  return readStream(process.stdin);
}
