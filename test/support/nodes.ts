/** This Node, and those of PACKAGE_TEST_NODES (paths separated by colons), where CI names the other supported major versions. */
export const promisedNodes: readonly string[] = [process.execPath, ...(process.env['PACKAGE_TEST_NODES'] ?? '').split(':').filter(Boolean)];
