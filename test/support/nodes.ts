/** This Node, and those of PACKAGE_TEST_NODES (paths, separated by colons): CI names the other major versions that the package is for. */
export const promisedNodes: readonly string[] = [process.execPath, ...(process.env['PACKAGE_TEST_NODES'] ?? '').split(':').filter(Boolean)];
