/** Makes a fenced block. The fence is longer than any inside it. */
export const fenced = (info: string, code: string): string => `\`\`\`\`\`${info}\n${code}\n\`\`\`\`\``;
