import { maxProviderIdLength } from '../process/limits.ts';

/**
 * Reads a provider's data without trusting its shape: a member that is missing or of another type is null, never an
 * exception. U+0000 is removed, because PostgreSQL's text cannot hold it.
 */
export type Fields = Readonly<Record<string, unknown>>;

export const fields = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

export const member = (of: Fields | null, name: string): unknown => (of !== null && Object.hasOwn(of, name) ? of[name] : undefined);

export const inner = (of: Fields | null, name: string): Fields | null => fields(member(of, name));

/** Returns the member's text, or null if it is absent, not text, or nothing is left of it. */
export function text(of: Fields | null, name: string): string | null {
  const value = member(of, name);
  return (typeof value === 'string' && value.replaceAll('\u0000', '')) || null;
}

/** Returns the member's text as an id, or null if it is too long for one. */
export function identifier(of: Fields | null, name: string): string | null {
  const value = text(of, name);
  return value !== null && value.length <= maxProviderIdLength ? value : null;
}

/** Returns a time from ISO 8601 or a number of milliseconds (Vapi has sent both, the number as text as well). */
export function time(of: Fields | null, name: string): Date | null {
  const value = member(of, name);
  const at =
    typeof value === 'number'
      ? new Date(value)
      : typeof value === 'string'
        ? new Date(/^\d{12,14}$/.test(value) ? Number(value) : value)
        : null;
  return at !== null && withinReason(at) ? at : null;
}

/** Tells if a time is plausible. PostgreSQL holds more, but other years are a provider's mistake and would corrupt durations. */
const withinReason = (at: Date): boolean => at.getTime() > Date.UTC(2000) && at.getTime() < Date.UTC(2200);

export function parseProviderJson(bytes: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof bytes === 'string' ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}
