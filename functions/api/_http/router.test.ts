import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '#infra/openapi/operations';
import { REFUSED_ACTIONS } from '#shared/contracts/rest/_core/refused-actions';
import { matchRoute, type Routes, refusedAction } from './router.ts';

const route = (name: string) => Object.assign(async () => ({ status: 200 }), { routeName: name });
const routes: Routes = {
  'GET /': route('list'),
  'POST /': route('create'),
  'GET /me/': route('me'),
  'GET /{uuid}/': route('retrieve'),
  'DELETE /{uuid}/': route('delete'),
  'POST /{uuid}/terminate/': route('terminate'),
};
const find = (method: string, path: string) => matchRoute({ users: routes }, method, path);
const nameOf = (method: string, path: string) => find(method, path)?.route;

test.each([
  ['GET', '/api/users', 'GET /'],
  ['GET', '/api/users/', 'GET /'],
  ['GET', '/api/users/me', 'GET /me/'],
  ['GET', '/api/users/abc/', 'GET /{uuid}/'],
  ['POST', '/api/users/abc/terminate', 'POST /{uuid}/terminate/'],
])('%s %s is answered by "%s", with or without the slash', (method, path, key) => {
  expect(nameOf(method, path)).toBe(routes[key]);
});

test('HEAD is answered by the route of GET', () => {
  expect(nameOf('HEAD', '/api/users/')).toBe(routes['GET /']);
});

test('the uuid of the path reaches the route', () => {
  expect(find('POST', '/api/users/abc/terminate/')?.params).toEqual({ uuid: 'abc' });
});

test('a known path with another method has no route but says what is allowed', () => {
  expect(find('PUT', '/api/users/abc/')).toMatchObject({ route: undefined, allow: 'GET, DELETE, HEAD, OPTIONS' });
  expect(find('DELETE', '/api/users/me/')).toMatchObject({ route: undefined, allow: 'GET, HEAD, OPTIONS' });
});

test('empty segments of a path count for nothing', () => {
  expect(nameOf('GET', '//api//users//')).toBe(routes['GET /']);
});

test.each([
  '/api/users/abc/nonsense/',
  '/api/customers/',
  '/api/constructor/',
  '/api/',
  '/users/',
  '/webhooks/users/',
  '/',
])('the unknown path %s matches nothing', (path) => {
  expect(find('GET', path)).toBeUndefined();
});

const UUID = '0123456789abcdef0123456789abcdef';
const ask = (path: string, method = 'POST') => refusedAction({ method, path });
const operations: Readonly<Record<string, object>> = OPERATIONS;
const all = Object.entries(REFUSED_ACTIONS).flatMap(([segment, actions]) =>
  Object.entries(actions).map(([action, detail]) => ({ segment, action, detail })),
);

describe('an action of Waldur’s that is not here', () => {
  test.each(all)(
    '$action of $segment is answered with who does that, in one sentence',
    ({ segment, action, detail }) => {
      expect(ask(`/api/${segment}/${UUID}/${action}/`)).toEqual({ status: 404, body: { detail } });
      expect(detail).toMatch(/^[A-Z][^.]*(?:[^.]|\.)+\.$/);
      expect(Object.keys(operations[segment] ?? {})).not.toContain(`POST /{uuid}/${action}/`);
    },
  );

  test.each([
    ['a GET', `/api/marketplace-orders/${UUID}/unlink/`, 'GET'],
    ['what nobody knows', `/api/marketplace-orders/${UUID}/bless/`, 'POST'],
    ['what every object of the language has', `/api/marketplace-orders/${UUID}/constructor/`, 'POST'],
    ['a collection that has no such table', `/api/keys/${UUID}/unlink/`, 'POST'],
    ['what is no uuid', '/api/marketplace-orders/plan/unlink/', 'POST'],
    ['a longer path', `/api/marketplace-orders/${UUID}/unlink/more/`, 'POST'],
    ['another root', `/webhooks/marketplace-orders/${UUID}/unlink/`, 'POST'],
  ])('is not %s', (_, path, method) => {
    expect(ask(path, method)).toBeUndefined();
  });
});
