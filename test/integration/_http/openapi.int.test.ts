import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from '#functions/api/_http/router';
import { OPERATIONS } from '#infra/openapi/operations';
import type { ApiOperation } from '#shared/contracts/rest/_core/operation';
import { type Rule, type RuleName, ruleOf } from '#shared/domain/organizations/permission';
import { type ApiUnderTest, apiUnderTest } from '../_worlds/api-under-test.ts';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await apiUnderTest();
});

const keysOf = (tables: Readonly<Record<string, object>>): string[] =>
  Object.entries(tables)
    .flatMap(([collection, table]) => Object.keys(table).map((key) => `${collection}: ${key}`))
    .sort();

test('every route has an operation that describes it, and every operation a route', () => {
  expect(keysOf(OPERATIONS)).toEqual(keysOf(api.routes));
});

type Access = 'open' | 'users' | 'staff';
const accessOf = (route: Route): Access => {
  if (typeof route === 'function') return 'users';
  return 'open' in route ? 'open' : 'staff';
};

/**
 * Rules whose use cases check more than roles. The routes of these rules are open to every user, and the use case
 * itself refuses some users.
 */
const BY_CASE: readonly RuleName[] = ['node.create'];

const accessBy = ({ seenBy, may }: Rule): Access => {
  if (seenBy === 'anybody') return 'open';
  return may === 'staff' ? 'staff' : 'users';
};

test('a route answers everybody, every user or staff only, as the rule says that its operation names', () => {
  for (const [collection, routes] of Object.entries(api.routes)) {
    for (const [key, route] of Object.entries(routes)) {
      const operations: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>> = OPERATIONS;
      const rule = operations[collection]?.[key]?.rule ?? 'public.see';
      const access = BY_CASE.includes(rule) ? 'users' : accessBy(ruleOf(rule));
      expect([collection, key, rule, access]).toEqual([collection, key, rule, accessOf(route)]);
    }
  }
});

const decoded = (text: string): string => Buffer.from(text, 'base64').toString();

test('anybody may read the document', async () => {
  const answer = await api.ask('GET', 'openapi.json');
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
  expect(JSON.parse(decoded(answer.text))).toMatchObject({ openapi: '3.1.0', paths: { '/api/rancher-clusters/': {} } });
});

test('a client that takes gzip is sent gzip, another the text', async () => {
  const zipped = await api.ask('GET', 'openapi.json', { headers: { 'accept-encoding': 'br, gzip' } });
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  const plain = await api.ask('GET', 'openapi.json', { headers: { 'accept-encoding': 'br' } });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(gunzipSync(Buffer.from(zipped.text, 'base64')).toString()).toBe(decoded(plain.text));
});

const policy = z.string().transform((page) => /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? '');

test('the page that shows it loads nothing from elsewhere and sends nothing elsewhere', async () => {
  const answer = await api.ask('GET', 'docs/', { headers: { accept: 'text/html' } });
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  const page = decoded(answer.text);
  const allowed = policy.parse(page);
  expect(allowed).toContain("default-src 'none'");
  expect(allowed).toContain("connect-src 'self'");
  expect(allowed).toMatch(/script-src 'sha256-[\w+/]+={0,2}';/);
  const script = page.slice(page.indexOf('<script>') + 8, page.lastIndexOf('</script>'));
  expect(script).not.toMatch(/<(!--|\/?script)/i);
  expect(() => new Script(script)).not.toThrow();
  expect(allowed).toContain(createHash('sha256').update(script).digest('base64'));
  expect(page).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)=/);
});
