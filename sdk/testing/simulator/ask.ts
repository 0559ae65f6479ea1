/** The simulator refused a request. */
export class SimulatorError extends Error {
  override readonly name = 'SimulatorError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, error: { readonly code?: string; readonly message?: string }) {
    super(error.message ?? `The simulator answered ${status}.`);
    this.status = status;
    this.code = error.code ?? 'unknown';
  }
}

export interface Row {
  readonly method: string;
  readonly path: string;
  /** Says that the body is the member `yaml` as it is. */
  readonly takesYaml: boolean;
}

export interface Where {
  /** Is the simulator's address, such as `http://127.0.0.1:8090`. */
  readonly url: string;
  /** Is the name of a session. Without it the first session is asked. */
  readonly session?: string;
  /** Is the token of a simulator that was given one (`--token`). */
  readonly token?: string;
}

/** Sends one request: members that the path names go there, the others into the query or the body. */
export async function ask(
  { url, session, token }: Where,
  { method, path, takesYaml }: Row,
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const rest = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  const takesBody = ['POST', 'PUT'].includes(method);
  const query = takesBody ? '' : queryOf(rest);
  const response = await fetch(`${url.replace(/\/$/, '')}${filled}${query && `?${query}`}`, {
    method,
    headers: {
      ...(takesBody && { 'content-type': takesYaml ? 'application/yaml' : 'application/json' }),
      ...(session !== undefined && { 'x-sim-session': session }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(takesBody && { body: takesYaml ? String(rest['yaml']) : JSON.stringify(rest) }),
  });
  const text = await response.text();
  const answer = parsed(text);
  if (answer === null)
    throw new SimulatorError(response.status, { message: `What answers at ${url} is no simulator (status ${response.status}).` });
  if (!response.ok) throw new SimulatorError(response.status, answer?.error ?? {});
  return answer;
}

/** Returns null for what is no JSON, such as the page of a proxy, and undefined for an empty answer. */
// biome-ignore lint/suspicious/noExplicitAny: the document says what an answer is.
function parsed(text: string): any {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return null;
  }
}

const queryOf = (members: object): string =>
  new URLSearchParams(Object.entries(members).map(([name, value]): [string, string] => [name, String(value)])).toString();
