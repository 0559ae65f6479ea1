import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * The thread behind `extraction-thread.ts`: compiles a tenant's schema and validates data against it. Plain JavaScript,
 * so that it runs under tsx and built alike. Both come as JSON text: keys such as `__proto__` stay plain data.
 */
parentPort?.on('message', ({ schema, patterns, data }) => {
  const compiled = compile(schema, patterns);
  const flaw = typeof compiled === 'function' ? null : compiled;
  if (flaw === null && data !== null) parentPort?.postMessage('validating');
  parentPort?.postMessage({ flaw, misfit: flaw === null && data !== null ? misfitOf(compiled, JSON.parse(data)) : null });
});

/** Checks schemas against JSON Schema 2020-12 itself. Compiling that takes as long as a hundred usual schemas, so it is done once. */
const dialect = new Ajv2020({ strict: false, logger: false });
dialect.validateSchema({});

/** Compiled schemas by their hash; the one not used for longest goes first. */
const cache = new Map();
/** A compiled schema takes up to 30 times its text, and 20 KB at least. */
const maxCachedBytes = 1024 * 1024;
const leastBytes = 1024;
let cachedBytes = 0;

const cpuTimeFile = findCpuTimeFile();
// On Linux each thread has a priority of its own: those that serve requests go first. Elsewhere this would be the whole process's.
if (cpuTimeFile !== null) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
parentPort?.postMessage({ cpuTimeFile });

/** A validating function, or the flaw because of which there is none. */
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

/** An Ajv for each schema: on a shared one, two tenants' `$id`s would clash. Whatever `$schema` says, it is read as 2020-12. */
function compileAfresh({ $schema, ...schema }, patterns) {
  // With `$async`, `validate` returns a promise, which is true whatever the data.
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

/** Each subschema that a `$ref` names is compiled once, and the code is not polished: both cost several times what they bring. */
function newAjv() {
  const ajv = new Ajv2020({
    meta: false,
    validateSchema: false,
    strict: false,
    logger: false,
    ownProperties: true,
    inlineRefs: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  return ajv;
}

/** As the validator reads it. */
function isRegExp(pattern) {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** A short sentence why data does not fit; null where it does. */
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

/** Where Linux says how much CPU time this thread has had, in nanoseconds. Null where nothing does. */
function findCpuTimeFile() {
  try {
    const file = `/proc/${readlinkSync('/proc/thread-self')}/schedstat`;
    return Number.parseInt(readFileSync(file, 'utf8'), 10) > 0 ? file : null;
  } catch {
    return null;
  }
}

function short(text) {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
