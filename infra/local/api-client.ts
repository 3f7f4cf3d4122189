import type { z } from 'zod';

const TIMEOUT_MS = 30_000;

/** Paddock's own API as one caller sees it. Paths are below `/api/`, with the final slash. */
export interface ApiClient {
  get<T>(path: string, reply: z.ZodType<T>): Promise<T>;
  post<T>(path: string, body: object, reply: z.ZodType<T>): Promise<T>;
}

/** @throws Error with the method, the path, the status and the answer for everything but a 2xx */
export function apiClient(baseUrl: string, token: string): ApiClient {
  const call = async <T>(method: string, path: string, body: object | undefined, reply: z.ZodType<T>) => {
    const response = await fetch(`${baseUrl}/api/${path}`, {
      method,
      headers: { authorization: `Token ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /api/${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return reply.parse(text === '' ? undefined : JSON.parse(text));
  };
  return {
    get: (path, reply) => call('GET', path, undefined, reply),
    post: (path, body, reply) => call('POST', path, body, reply),
  };
}
