import { ConfigError, type Environment, onOff, readUrl } from './environment.ts';

export interface S3Settings {
  /** Is the address of an S3-compatible store, or null for Amazon's own. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  /** Is null to use the machine's credentials (an instance's or a pod's role). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  readonly forcePathStyle: boolean;
}

export function readS3(env: Environment): S3Settings {
  const endpoint = env['S3_ENDPOINT'] ? readUrl(env, 'S3_ENDPOINT', '') : null;
  const bucket = env['S3_BUCKET'] ?? '';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError(`S3_BUCKET takes the name of a bucket (3 to 63 lower-case letters, digits, dots and hyphens), not "${bucket}".`);
  // Compatible stores take any region; Amazon's does not.
  const region = env['S3_REGION'] || (endpoint === null ? '' : 'us-east-1');
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new ConfigError(`S3_REGION takes the bucket's region, such as eu-west-1, not "${region}".`);
  return {
    endpoint,
    region,
    bucket,
    credentials: readS3Credentials(env, endpoint),
    forcePathStyle: onOff(env, 'S3_FORCE_PATH_STYLE', false),
  };
}

function readS3Credentials(env: Environment, endpoint: string | null): S3Settings['credentials'] {
  const [accessKeyId, secretAccessKey] = [env['S3_ACCESS_KEY_ID'] || null, env['S3_SECRET_ACCESS_KEY'] || null];
  if (accessKeyId !== null && secretAccessKey !== null) return { accessKeyId, secretAccessKey };
  if (accessKeyId !== null || secretAccessKey !== null)
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set together, or neither.');
  if (endpoint !== null) throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set where S3_ENDPOINT is.');
  return null;
}
