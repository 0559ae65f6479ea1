import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * The thread behind `extraction-check.ts`: compiles a tenant's schema and validates data against it. Plain JavaScript,
 * so that it runs under tsx and built alike. Both come as JSON text: keys such as `__proto__` stay plain data.
 */
parentPort?.on('message', ({ schema, data }) => {
  const compiled = compile(schema);
  parentPort?.postMessage('compiled');
  parentPort?.postMessage({ error: typeof compiled === 'string' ? compiled : check(compiled, JSON.parse(data)) });
});
parentPort?.postMessage('ready');

/** By the schema's hash; the one not used for longest goes first. */
const cache = new Map();
const maxCached = 500;

/** A validating function, or the sentence that says why there is none. */
function compile(schema) {
  const key = createHash('sha256').update(schema).digest('base64');
  const compiled = cache.get(key) ?? compileAfresh(JSON.parse(schema));
  cache.delete(key);
  cache.set(key, compiled);
  if (cache.size > maxCached) cache.delete(cache.keys().next().value);
  return compiled;
}

/** An Ajv for each schema: on a shared one, two tenants' `$id`s would clash. Whatever `$schema` says, it is read as 2020-12. */
function compileAfresh({ $schema, ...schema }) {
  // With `$async`, `validate` returns a promise, which is true whatever the data.
  if (schema.$async !== undefined) return 'the extraction schema may not be asynchronous';
  try {
    const ajv = new Ajv2020({ strict: false, logger: false, addUsedSchema: false, ownProperties: true });
    addFormats.default(ajv);
    return ajv.compile(schema);
  } catch (error) {
    return short(`the extraction schema does not compile: ${error.message}`);
  }
}

function check(validate, data) {
  try {
    if (validate(data) === true) return null;
    const [first] = validate.errors ?? [];
    return short(
      first
        ? `the extracted data does not fit the schema: ${first.instancePath || '/'} ${first.message}`
        : 'the extracted data does not fit the schema',
    );
  } catch (error) {
    return short(`the extracted data could not be checked: ${error.message}`);
  }
}

const short = (text) => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
