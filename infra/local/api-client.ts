import type { z } from 'zod';

const TIMEOUT_MS = 30_000;

/** Paddock's own API, called by one user. Paths are below `/api/` and end in a slash. */
export interface ApiClient {
  get<T>(path: string, reply: z.ZodType<T>): Promise<T>;
  post<T>(path: string, body: object, reply: z.ZodType<T>): Promise<T>;
  patch<T>(path: string, body: object, reply: z.ZodType<T>): Promise<T>;
}

interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Makes one call with an API token. Returns the answer, whatever its status. */
export async function callApi(
  { baseUrl, token }: { baseUrl: string; token: string },
  { method, path, body, headers }: ApiCall,
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${baseUrl}/api/${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/**
 * Makes a client whose calls fail if the answer's status is not 2xx.
 * @throws Error with the method, the path, the status and the answer
 */
export function apiClient(baseUrl: string, token: string): ApiClient {
  const call = async <T>(method: string, path: string, body: object | undefined, reply: z.ZodType<T>) => {
    const { status, text } = await callApi({ baseUrl, token }, { method, path, body });
    if (status < 200 || status > 299)
      throw new Error(`${method} /api/${path} answered ${status}: ${text.slice(0, 500)}`);
    return reply.parse(text === '' ? undefined : JSON.parse(text));
  };
  return {
    get: (path, reply) => call('GET', path, undefined, reply),
    post: (path, body, reply) => call('POST', path, body, reply),
    patch: (path, body, reply) => call('PATCH', path, body, reply),
  };
}
