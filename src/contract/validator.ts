import type { Ajv, ErrorObject } from 'ajv';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Document, type OpenAPIRouter, OpenAPIValidator, type Operation, type Request, type ValidationResult } from 'openapi-backend';

/**
 * openapi-backend's validator with its own compiled schemas, run on what the pipeline has parsed already: the original
 * parses the request twice more and rebuilds the list of operations. Ajv is the one for JSON Schema 2020-12, which is
 * what OpenAPI 3.1 speaks, with formats; the original's is draft-07 and has none.
 */
export class TunedValidator extends OpenAPIValidator {
  readonly #operations: ReadonlyMap<string, Operation>;

  /** `operations`: by their ids. */
  constructor(options: { definition: Document; router: OpenAPIRouter }, operations: ReadonlyMap<string, Operation>) {
    super({ ...options, lazyCompileValidators: true, customizeAjv: sharedAjv() });
    this.#operations = operations;
  }

  /** Of requests. Response validators are compiled when a test first asks. */
  precompile(): void {
    for (const operationId of this.#operations.keys()) this.getRequestValidatorsForOperation(operationId);
  }

  override validateRequest(request: Request, operation?: Operation | string): ValidationResult<Request> {
    const found = typeof operation === 'string' ? this.#operations.get(operation) : operation;
    if (!found?.operationId) throw new Error('Unknown operation');
    const parts = { path: request.params, query: request.query, header: request.headers, requestBody: request.body };
    let errors: ErrorObject[] | null = null;
    for (const validate of this.getRequestValidatorsForOperation(found.operationId)) {
      if (!validate(parts)) errors = errors ? [...errors, ...(validate.errors ?? [])] : (validate.errors ?? []);
    }
    return { valid: errors === null, errors };
  }

  /** The errors of a response's body; undefined where the document has no such status, or no body for it. */
  responseErrors(operationId: string, status: number, body: unknown): readonly ErrorObject[] | undefined {
    const validate = this.getStatusBasedResponseValidatorForOperation(operationId)[String(status)];
    if (!validate) return undefined;
    return validate(body) ? [] : (validate.errors ?? []);
  }
}

/**
 * `coerceTypes` stays off: Ajv would take `0x10` and ` 1` for integers. `parameters.ts` converts strictly beforehand.
 * `verbose` gives errors the schema they come from, which may have words of its own for them (`x-problem`).
 */
export const ajvOptions: Options = { allErrors: true, strict: false, verbose: true };

/** A fresh Ajv for each context (bodies, parameters, responses), shared by all operations: making one each costs most of the start. */
function sharedAjv(): (original: Ajv, options: unknown, context: string) => Ajv {
  const made = new Map<string, Ajv>();
  return (_original, _options, context) => {
    const known = made.get(context);
    if (known) return known;
    const ajv = newAjv();
    made.set(context, ajv);
    return ajv;
  };
}

export function newAjv(): Ajv {
  const ajv = new Ajv2020(ajvOptions);
  addFormats.default(ajv);
  // The two classes differ in dialect alone; openapi-backend types the parameter as the draft-07 one.
  return ajv as unknown as Ajv;
}
