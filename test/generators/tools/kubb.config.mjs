import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

const { DOCUMENT, OUTPUT } = process.env;

export default {
  root: OUTPUT,
  input: { path: DOCUMENT },
  // Imports without `.ts` compile in every project.
  output: { path: '.', extension: { '.ts': '' }, format: false, lint: false },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginZod({ version: '4', importPath: 'zod/v4' }),
    pluginClient({ client: 'fetch' }),
  ],
};
