/** A JSON API as the start command uses it. A status other than 2xx stops the start with the API's message. */
export interface JsonApi {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  /** Returns the status without judging it. */
  status(path: string): Promise<number>;
}

export function jsonApi(baseUrl: string, token: string | null): JsonApi {
  const send = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(baseUrl + path, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await send(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${baseUrl}${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  return {
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    put: (path, body) => ask('PUT', path, body),
    status: async (path) => {
      const response = await send('GET', path);
      await response.arrayBuffer();
      return response.status;
    },
  };
}
