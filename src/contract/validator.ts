import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Document, type OpenAPIRouter, OpenAPIValidator, type Operation, type Request, type ValidationResult } from 'openapi-backend';
import { parseSince } from './since.ts';

/**
 * Runs openapi-backend's compiled schemas on the request as the pipeline has parsed it. The original parses the request
 * twice more and rebuilds the list of operations. It also uses draft-07 without formats, while this Ajv reads JSON
 * Schema 2020-12, the dialect of OpenAPI 3.1, with formats. A validator is compiled when it is first needed, which takes its operation's
 * first request 2 to 20 ms; all of them together would take a fifth of a second of each start.
 */
export class TunedValidator extends OpenAPIValidator {
  readonly #operations: ReadonlyMap<string, Operation>;
  /**
   * Null: the response has no body. Most responses are defined once in the document, for all operations, and are one object here;
   * openapi-backend compiles all responses of an operation as soon as it needs one.
   */
  readonly #responseValidators = new WeakMap<object, ValidateFunction | null>();

  /** `operations`: by their ids. */
  constructor(options: { definition: Document; router: OpenAPIRouter }, operations: ReadonlyMap<string, Operation>) {
    super({ ...options, lazyCompileValidators: true, customizeAjv: sharedAjv() });
    this.#operations = operations;
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

  /** Returns the errors of a response's body, or undefined if the document has no such status or no body for it. */
  responseErrors(operationId: string, status: number, body: unknown): readonly ErrorObject[] | undefined {
    const validate = this.#responseValidator(operationId, String(status));
    if (!validate) return undefined;
    return validate(body) ? [] : (validate.errors ?? []);
  }

  #responseValidator(operationId: string, status: string): ValidateFunction | null | undefined {
    const operation = this.#operations.get(operationId);
    const response = operation?.responses?.[status];
    if (!operation || !response) return undefined;
    const known = this.#responseValidators.get(response);
    if (known !== undefined) return known;
    const withOne = { ...operation, responses: { [status]: response } } as Operation;
    const validate = this.buildStatusBasedResponseValidatorForOperation(withOne)?.[status] ?? null;
    this.#responseValidators.set(response, validate);
    return validate;
  }
}

/**
 * `coerceTypes` stays off because Ajv would accept `0x10` and ` 1` as integers; `parameters.ts` converts strictly
 * beforehand. `verbose` adds the failing schema to an error, which may have its own sentence (`x-problem`). Ajv's pass over the code that it makes
 * takes a quarter of the time to compile, and makes no request faster.
 */
const ajvOptions: Options = { allErrors: true, strict: false, verbose: true, code: { optimize: false } };

/**
 * Returns a factory with one Ajv for each context (bodies, parameters, responses), shared by all operations. One for
 * each operation would take most of the start.
 */
function sharedAjv(): (original: Ajv, options: unknown, context: string) => Ajv {
  const made = new Map<string, Ajv>();
  return (_original, _options, context) => {
    const known = made.get(context);
    if (known) return known;
    const ajv = newAjv(ofDocuments);
    made.set(context, ajv);
    return ajv;
  };
}

/** Options for the documents' own schemas. `npm run contract` has checked them; each Ajv takes 20 ms to compile the schema of schemas. */
export const ofDocuments: Options = { validateSchema: false };

export function newAjv(more: Options = {}): Ajv {
  const ajv = new Ajv2020({ ...ajvOptions, ...more });
  addFormats.default(ajv);
  // A name of our own, because validators of others may refuse a `format` that they do not know.
  ajv.addKeyword({ keyword: 'x-format', type: 'string', validate: (_format: 'iso8601', text: string) => parseSince(text) !== null });
  // The two classes differ only in dialect; openapi-backend declares the draft-07 one.
  return ajv as unknown as Ajv;
}
