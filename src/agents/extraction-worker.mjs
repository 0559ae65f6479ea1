import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * Compiles a tenant's schema and validates data against it, in the thread of `extraction-thread.ts`. It is plain
 * JavaScript, so that it runs the same from the sources and built. Both inputs are JSON text, so keys such as
 * `__proto__` stay plain data.
 */
parentPort?.on('message', ({ schema, patterns, data }) => {
  const compiled = compile(schema, patterns);
  const flaw = typeof compiled === 'function' ? null : compiled;
  if (flaw === null && data !== null) parentPort?.postMessage('validating');
  parentPort?.postMessage({ flaw, misfit: flaw === null && data !== null ? misfitOf(compiled, JSON.parse(data)) : null });
});

/**
 * Checks schemas against JSON Schema 2020-12 itself. Compiling that takes as long as a hundred usual schemas, so it is
 * done once.
 */
const dialect = new Ajv2020({ strict: false, logger: false });
dialect.validateSchema({});

/** Holds compiled schemas by their hash. The least recently used one is removed first. */
const cache = new Map();
/** A compiled schema takes up to 30 times its text, and 20 KB at least. */
const maxCachedBytes = 1024 * 1024;
const leastBytes = 1024;
let cachedBytes = 0;

const cpuTimeFile = findCpuTimeFile();
// On Linux each thread has its own priority, and the threads that serve requests go first. On other systems this call
// would change the whole process.
if (cpuTimeFile !== null) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
parentPort?.postMessage({ cpuTimeFile });

/** Returns a validating function, or the flaw that prevents one. */
function compile(schema, patterns) {
  const key = createHash('sha256').update(schema).digest('base64');
  const bytes = Math.max(schema.length, leastBytes);
  const known = cache.get(key);
  const compiled = known?.compiled ?? compileAfresh(JSON.parse(schema), patterns);
  if (cache.delete(key)) cachedBytes -= bytes;
  cache.set(key, { compiled, bytes });
  cachedBytes += bytes;
  for (const [oldest, entry] of cache) {
    if (cachedBytes <= maxCachedBytes) break;
    cache.delete(oldest);
    cachedBytes -= entry.bytes;
  }
  return compiled;
}

/**
 * Makes an Ajv for each schema: on a shared one, two tenants' `$id`s would clash. Whatever `$schema` says, the dialect
 * is 2020-12.
 */
function compileAfresh({ $schema, ...schema }, patterns) {
  // With `$async`, `validate` returns a promise, which is truthy whatever the data.
  if (schema.$async !== undefined) return { path: '/$async', message: 'The schema may not be asynchronous.' };
  const wrong = patterns.find(({ pattern }) => !isRegExp(pattern));
  if (wrong) return { path: wrong.path, message: 'This is not a regular expression.' };
  try {
    if (!dialect.validateSchema(schema)) {
      const [{ instancePath, message }] = dialect.errors;
      return { path: instancePath, message: short(`The schema does not compile: ${instancePath || 'it'} ${message}.`) };
    }
    return newAjv().compile(schema);
  } catch (error) {
    if (error instanceof RangeError) return { path: '', message: 'The schema is too costly: its subschemas or references are too deep.' };
    return { path: '', message: short(`The schema does not compile: ${error.message}.`) };
  }
}

/**
 * Makes an Ajv that compiles the target of each `$ref` once and does not optimise the code: both cost several times
 * what they save.
 */
function newAjv() {
  const ajv = new Ajv2020({
    meta: false,
    validateSchema: false,
    strict: false,
    logger: false,
    ownProperties: true,
    inlineRefs: false,
    // Of 19.99 and 0.01 the quotient is 1998.9999999999998, because both are doubles.
    multipleOfPrecision: 6,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  return ajv;
}

/** Tells if the validator can read the pattern. */
function isRegExp(pattern) {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Says in a short sentence why data does not fit, or returns null if it does. */
function misfitOf(validate, data) {
  try {
    if (validate(data) === true) return null;
    const [first] = validate.errors ?? [];
    return short(
      first
        ? `the extracted data does not fit the schema: ${first.instancePath || '/'} ${first.message}`
        : 'the extracted data does not fit the schema',
    );
  } catch (error) {
    if (error instanceof RangeError)
      return 'the extracted data could not be checked: it is nested too deeply, or the schema refers to itself without end';
    return short(`the extracted data could not be checked: ${error.message}`);
  }
}

/** Returns the file in which Linux reports this thread's CPU time in nanoseconds, or null on other systems. */
function findCpuTimeFile() {
  try {
    const file = `/proc/${readlinkSync('/proc/thread-self')}/schedstat`;
    return Number.parseInt(readFileSync(file, 'utf8'), 10) > 0 ? file : null;
  } catch {
    return null;
  }
}

/** Shortens a text that may name keys of the data, to whole characters. U+0000 is removed, because PostgreSQL's text cannot hold it. */
function short(text) {
  const storable = text.replaceAll('\u0000', '');
  return storable.length > 200 ? `${storable.slice(0, 199).replace(/[\ud800-\udbff]$/, '')}…` : storable;
}
