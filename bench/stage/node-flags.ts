/** The Node flags of the deployed service (`deploy/docker/Dockerfile`), which all compared programs get. */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=64'];
