import { ConfigError } from './environment.ts';

/** What only some settings and commands load. `peerDependencies` in package.json names the same packages. */
export const optionalPackages = {
  recordings: { purpose: 'RECORDING_STORE=s3 needs', names: ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner'] },
  traces: {
    purpose: 'Traces need',
    names: ['@opentelemetry/api', '@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources', '@opentelemetry/sdk-trace'],
  },
  simulator: { purpose: 'The simulator needs', names: ['msw'] },
  conformance: { purpose: 'The conformance checks need', names: ['fast-check', 'json-schema-faker', 'jsonpath-rfc9535'] },
  load: { purpose: 'A closed phase of a load profile needs', names: ['autocannon'] },
} as const;

/** Throws `ConfigError` with the command that installs what is missing. */
export function requirePackages(user: keyof typeof optionalPackages): void {
  const { names, purpose } = optionalPackages[user];
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length > 0) throw new ConfigError(`${purpose} packages that are not installed here: npm install ${missing.join(' ')}`);
}

/** Tells whether a package, or a module of a package, can be imported here. */
export function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
