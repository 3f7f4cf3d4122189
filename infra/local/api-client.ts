import type { z } from 'zod';

const TIMEOUT_MS = 30_000;

/** Paddock's own API as one caller sees it. Paths are below `/api/`, with the final slash. */
export interface ApiClient {
  get<T>(path: string, reply: z.ZodType<T>): Promise<T>;
  post<T>(path: string, body: object, reply: z.ZodType<T>): Promise<T>;
}

interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** One call with an API token, whatever the answer. */
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

/** @throws Error with the method, the path, the status and the answer for everything but a 2xx */
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
  };
}
