/** What the service is started with wherever it is deployed (`deploy/docker/Dockerfile`), and everybody who is compared with it. */
export const nodeFlags: readonly string[] = ['--max-semi-space-size=64'];
