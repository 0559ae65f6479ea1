/** Longer than any fence in it. */
export const fenced = (info: string, code: string): string => `\`\`\`\`\`${info}\n${code}\n\`\`\`\`\``;
