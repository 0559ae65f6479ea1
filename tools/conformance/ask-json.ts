/** Asks a JSON API that is not under test (the operator's or the simulator's). Any status but 2xx throws and stops the check. */
export type AskJson = <Reply = unknown>(method: string, path: string, body?: unknown) => Promise<Reply>;

export const askJson =
  (baseUrl: string, token: string | null): AskJson =>
  async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A followed redirect would carry the token to another host.
      redirect: 'manual',
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${baseUrl}${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return text === '' ? undefined : JSON.parse(text);
  };
