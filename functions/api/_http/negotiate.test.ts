import { expect, test } from 'vitest';
import { negotiate, readBody } from './negotiate.ts';
import { type ApiRequest, parseRequest } from './request.ts';

type Parts = { headers?: Record<string, string>; search?: string; body?: string; isBase64Encoded?: boolean };
function aRequest(
  { headers = {}, search = '', body = '', isBase64Encoded = false }: Parts,
  publicUrl?: string,
): ApiRequest {
  const requestContext = { http: { method: 'POST' } };
  const event = { rawPath: '/api/customers/', rawQueryString: search, headers, body, isBase64Encoded, requestContext };
  return parseRequest(event, () => 'new-correlation-id', { publicUrl });
}

test.each([undefined, '*/*', 'application/json', 'text/html, application/json;q=0.5'])(
  'Accept %s is fine',
  (accept) => {
    negotiate(aRequest({ headers: accept === undefined ? {} : { Accept: accept } }));
  },
);

test('Accept of another type alone is 406', () => {
  expect(() => negotiate(aRequest({ headers: { accept: 'application/xml' } }))).toThrow(
    expect.objectContaining({ status: 406, message: 'Could not satisfy the request Accept header.' }),
  );
});

test('?format=json is fine and ?format=xml is 404', () => {
  negotiate(aRequest({ search: 'format=json' }));
  expect(() => negotiate(aRequest({ search: 'format=xml' }))).toThrow(
    expect.objectContaining({ status: 404, message: 'Not found.' }),
  );
});

test.each([
  ['JSON', { headers: { 'content-type': 'application/json; charset=utf-8' }, body: '{"a": [1]}' }, { a: [1] }],
  ['an empty body', { body: '  ' }, {}],
  [
    'a form',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1&b=x+y' },
    { a: '1', b: 'x y' },
  ],
  ['base64', { body: Buffer.from('{"a": "ü"}').toString('base64'), isBase64Encoded: true }, { a: 'ü' }],
])('%s is read', (_, parts: Parts, value) => {
  expect(readBody(aRequest(parts))).toEqual(value);
});

test('malformed JSON is 400 with "JSON parse error - …"', () => {
  expect(() => readBody(aRequest({ body: '{"a":' }))).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringMatching(/^JSON parse error - /) }),
  );
});

test('JSON that is sent as a form, as curl does by default, is 400 and says which Content-Type to send', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(() => readBody(aRequest({ headers, body: ' {"name": "x"}' }))).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringMatching(/Content-Type: application\/json/) }),
  );
});

test('text is 415', () => {
  expect(() => readBody(aRequest({ headers: { 'content-type': 'text/plain' }, body: 'hello' }))).toThrow(
    expect.objectContaining({ status: 415, message: 'Unsupported media type "text/plain" in request.' }),
  );
});

test.each([
  [{ host: '127.0.0.1:8080', 'x-forwarded-proto': 'http' }, undefined, 'http://127.0.0.1:8080'],
  [{ host: 'api.example' }, undefined, 'https://api.example'],
  [{ host: 'evil.example/path"><' }, undefined, 'https://localhost'],
  [{ host: 'api.example', 'x-forwarded-host': 'evil.example' }, undefined, 'https://api.example'],
  [
    { host: 'api.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    'https://paddock.example:8443/',
    'https://paddock.example:8443',
  ],
])('links of a call with %j start, at a stage with the address %s, with %s', (headers, publicUrl, origin) => {
  expect(aRequest({ headers }, publicUrl).origin).toBe(origin);
});

test('a sane correlation id of the caller is kept, any other is replaced', () => {
  expect(aRequest({ headers: { 'X-Correlation-Id': 'order-17.a_b' } }).correlationId).toBe('order-17.a_b');
  expect(aRequest({ headers: { 'X-Correlation-Id': 'x\n"evil"' } }).correlationId).toBe('new-correlation-id');
});

test('a body of more than 256 KiB is 413, however it came, and said to be so', () => {
  const tooLarge = expect.objectContaining({ status: 413, message: 'The body is larger than 262144 bytes.' });
  const body = JSON.stringify({ name: 'ü'.repeat(131_072) });
  expect(() => readBody(aRequest({ body }))).toThrow(tooLarge);
  const encoded = Buffer.from(body).toString('base64');
  expect(() => readBody(aRequest({ body: encoded, isBase64Encoded: true }))).toThrow(tooLarge);
  expect(readBody(aRequest({ body: JSON.stringify({ name: 'x'.repeat(262_100) }) }))).toHaveProperty('name');
});

test('brackets without end are malformed JSON, not a stack that overflows', () => {
  const nested = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(() => readBody(aRequest({ body: nested }))).toThrow(
    expect.objectContaining({ status: 400, message: 'JSON parse error - nested too deeply' }),
  );
});
