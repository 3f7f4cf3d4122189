import { expect, test } from 'vitest';
import { faultOf, matrixOf, nameOf, type Position, sampleOf } from './matrix.ts';

const at = (method: string, route: string, nth = 1): Position => ({
  ...{ phase: 'creation', simulator: 'openstack', method, route, nth },
  firstTimeOnly: false,
});

test('each position meets each fault that passes; each route each that lasts, quotas where something is made', () => {
  const servers = '/compute/v2.1/servers';
  const names = matrixOf([at('POST', servers), at('POST', servers, 2), at('GET', servers)]).map(nameOf);
  expect(names.filter((name) => !name.includes('always'))).toHaveLength(3 * 7);
  expect(names.filter((name) => name.endsWith('always-401'))).toHaveLength(2);
  expect(names.filter((name) => name.endsWith('always-quota'))).toEqual([
    'creation openstack POST /compute/v2.1/servers always-quota',
  ]);
});

test('a fault that passes strikes once, one that lasts strikes every time', () => {
  const position = at('POST', '/v3/tokens', 2);
  expect(faultOf({ position, kind: '429' })).toMatchObject({ nth: 2, kind: 'status', status: 429, retryAfter: 1 });
  expect(faultOf({ position, kind: 'lose' })).toMatchObject({ nth: 2, kind: 'lose' });
  expect(faultOf({ position, kind: 'always-403' })).toEqual({
    ...{ method: 'POST', path: '^/v3/tokens(\\?|$)', kind: 'status', status: 403 },
  });
});

test('a seed draws the same sample again, and another one another', () => {
  const cases = matrixOf(Array.from({ length: 20 }, (_, index) => at('GET', `/r${index}`)));
  const drawn = (seed: number) => sampleOf(cases, 12, seed).map(nameOf);
  expect(new Set(drawn(7)).size).toBe(12);
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(7)).not.toEqual(drawn(8));
});
