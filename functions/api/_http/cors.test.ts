import { describe, expect, test } from 'vitest';
import { preflight, withCors } from './cors.ts';

const CONSOLE = 'https://console.example.org';
const ORIGINS = [CONSOLE, 'http://localhost:4200'];
const from = (origin?: string, method = 'GET', asksFor?: string) => ({
  method,
  header: (name: string) => ({ origin, 'access-control-request-method': asksFor })[name],
});
const OTHERS = ['https://console.example.org.evil.example', 'http://console.example.org', 'null', '', undefined];

describe('an answer', () => {
  const result = { statusCode: 404, headers: { vary: 'accept-encoding', allow: 'GET' } };

  test('names an allowed origin, and itself alone', () => {
    for (const origin of ORIGINS) {
      const { headers } = withCors(ORIGINS, from(origin), result);
      expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'accept-encoding, Origin' });
      expect(headers?.['access-control-expose-headers']).toContain('X-Result-Count');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test.each(OTHERS)('to the origin %s says only that it depends on the origin', (origin) => {
    expect(withCors(ORIGINS, from(origin), result).headers).toEqual({ allow: 'GET', vary: 'accept-encoding, Origin' });
  });

  test('is as it was where no origin is allowed', () => {
    expect(withCors([], from(CONSOLE), result)).toBe(result);
  });
});

describe('a preflight', () => {
  test('of an allowed origin has the methods of the path and the headers of our clients', () => {
    expect(preflight(ORIGINS, from(CONSOLE, 'OPTIONS', 'POST'), 'GET, POST, HEAD, OPTIONS')).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-methods': 'GET, POST, HEAD, OPTIONS',
        'access-control-allow-headers': expect.stringContaining('Authorization'),
      },
    });
  });

  test.each(OTHERS)('of the origin %s is an OPTIONS as any other', (origin) => {
    expect(preflight(ORIGINS, from(origin, 'OPTIONS', 'POST'), 'GET')).toBeUndefined();
  });

  test('is only an OPTIONS that asks for a method', () => {
    expect(preflight(ORIGINS, from(CONSOLE, 'OPTIONS'), 'GET')).toBeUndefined();
    expect(preflight(ORIGINS, from(CONSOLE, 'POST', 'POST'), 'GET')).toBeUndefined();
  });
});
