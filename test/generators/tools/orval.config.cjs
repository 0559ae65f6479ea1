const { DOCUMENT: target, OUTPUT: folder } = process.env;
const baseUrl = { getBaseUrlFromSpecification: true };

module.exports = {
  fetch: {
    input: { target },
    output: {
      target: `${folder}/client.ts`,
      schemas: `${folder}/model`,
      client: 'fetch',
      mode: 'split',
      baseUrl,
      override: { header: false },
    },
  },
  zod: {
    input: { target },
    output: { target: `${folder}/zod.ts`, client: 'zod', mode: 'single', override: { zod: { generateEachHttpStatus: true } } },
  },
};
