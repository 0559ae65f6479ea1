export const pageOf = (result: unknown): string => `<pre>${JSON.stringify(result)}</pre>`;
