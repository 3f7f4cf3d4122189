import { expect, test } from 'vitest';
import { matchRoute, type Routes } from './router.ts';

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
