import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ok } from './replies.ts';
import type { ApiRequest } from './request.ts';
import { toResult } from './to-result.ts';

/** Lambda's limit for the size of a function's answer. */
const LAMBDA_BYTES = 6 * 1024 * 1024;
const asking = (headers: Record<string, string> = {}) =>
  ({
    ...{ method: 'GET', correlationId: 'c', origin: 'https://paddock.example' },
    header: (name: string) => headers[name],
  }) as unknown as ApiRequest;
const rows = (count: number) =>
  ok(
    z.array(z.unknown()),
    Array.from({ length: count }, (_, at) => ({ name: `"node-${at}"` })),
  );
const bytesOf = (result: unknown) => Buffer.byteLength(JSON.stringify(result));

describe('an answer', () => {
  test.each([
    ['https://paddock.example', 'max-age=31536000'],
    ['http://127.0.0.1:8080', undefined],
  ])('at %s has the HSTS header %s, even an error', (origin, expected) => {
    for (const reply of [rows(1), { status: 500, body: {} }]) {
      const { headers } = toResult({ ...asking(), origin }, reply);
      expect(headers?.['strict-transport-security']).toBe(expected);
    }
  });

  test('of usual size is text', () => {
    expect(toResult(asking({ 'accept-encoding': 'gzip' }), rows(2))).toMatchObject({
      statusCode: 200,
      body: '[{"name":"\\"node-0\\""},{"name":"\\"node-1\\""}]',
    });
  });

  test('that Lambda would refuse is compressed for whoever takes it so', () => {
    const result = toResult(asking({ 'accept-encoding': 'gzip, br' }), rows(300_000));
    expect(result).toMatchObject({ statusCode: 200, isBase64Encoded: true, headers: { 'content-encoding': 'gzip' } });
    expect(bytesOf(result)).toBeLessThan(LAMBDA_BYTES);
    expect(JSON.parse(gunzipSync(Buffer.from(result.body ?? '', 'base64')).toString())).toHaveLength(300_000);
  });

  test('that Lambda would refuse is one of 413 for others, which says what to do', () => {
    const result = toResult(asking(), rows(300_000));
    expect(result.statusCode).toBe(413);
    expect(result.body).toContain('page_size');
  });

  test('that would take more memory to compress than there is, is one of 413 for everybody', () => {
    const vast = ok(z.array(z.string()), ['x'.repeat(50 * 1024 * 1024)]);
    expect(toResult(asking({ 'accept-encoding': 'gzip' }), vast)).toMatchObject({ statusCode: 413 });
  });

  test('is measured as Lambda does, escaped', () => {
    for (const count of [100_000, 130_000, 160_000])
      expect(bytesOf(toResult(asking(), rows(count)))).toBeLessThan(LAMBDA_BYTES);
  });
});
