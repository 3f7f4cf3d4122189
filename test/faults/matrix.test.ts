import { expect, test } from 'vitest';
import { answerTo, faultOf, isLasting, matrixOf, nameOf, oneOfEach, type Position, sampleOf } from './matrix.ts';
import type { Phase } from './route.ts';

const at = (method: string, route: string, nth = 1, phase: Phase = 'creation'): Position => ({
  mode: 'self-managed',
  ...{ phase, simulator: 'openstack', method, route, nth },
  step: phase === 'order' ? '' : 'openstack.ensureServer',
  ...{ askers: ['openstack.ensureServer'], firstTimeOnly: false },
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

test('a request of a managed order is another case than the same one of a self-managed order', () => {
  const mine = at('POST', '/r');
  const names = matrixOf([mine, { ...mine, mode: 'managed' }]).map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('managed creation openstack POST /r #1 lose');
});

test('of faults that last, only a refused credential is another one while an order is checked', () => {
  const cases = matrixOf([at('GET', '/r', 1, 'order')]).filter(({ kind }) => kind.startsWith('always'));
  expect(cases.map((one) => [one.kind, answerTo(one)])).toEqual([
    ['always-401', 502],
    ['always-403', 502],
  ]);
});

test('so it is while the request for a node is checked, and not of what is asked for the node afterwards', () => {
  const made = at('GET', '/r', 1, 'add-agent');
  const lasting = (one: Position) => matrixOf([one]).filter(({ kind }) => kind.startsWith('always'));
  expect(lasting({ ...made, step: '' }).map(({ kind }) => kind)).toEqual(['always-401', 'always-403']);
  expect(lasting(made)).toHaveLength(7);
});

test('actions of Helm meet no fault that takes minutes to be noticed', () => {
  const kinds = matrixOf([at('POST', '/k8s/clusters/*/v1/catalog.cattle.io.apps/shop/store')]).map(({ kind }) => kind);
  expect(kinds).toContain('hang');
  expect(kinds).toContain('always-500');
  expect(kinds).not.toContain('always-hang');
});

test('a fault that passes strikes once, one that lasts strikes every time', () => {
  const position = at('POST', '/v3/tokens', 2);
  expect(faultOf({ position, kind: '429' })).toMatchObject({ nth: 2, kind: 'status', status: 429, retryAfter: 1 });
  expect(faultOf({ position, kind: 'lose' })).toMatchObject({ nth: 2, kind: 'lose' });
  const always = { method: 'POST', path: '^/v3/tokens(\\?|$)', client: '' };
  expect(faultOf({ position, kind: 'always-403' })).toEqual({ ...always, kind: 'status', status: 403 });
  expect(faultOf({ position, kind: 'always-hang' })).toEqual({ ...always, kind: 'hang' });
});

test("a quota is refused in the service's own way", () => {
  const position = at('POST', '/volume/v3/volumes');
  expect(faultOf({ position, kind: 'always-quota' })).toMatchObject({
    status: 413,
    body: { overLimit: { code: 413 } },
  });
});

test('a seed draws the same sample again, and another one another', () => {
  const cases = matrixOf(Array.from({ length: 20 }, (_, index) => at('GET', `/r${index}`)));
  const drawn = (seed: number) => sampleOf(cases, 12, seed).map(nameOf);
  expect(new Set(drawn(7)).size).toBe(12);
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(7)).not.toEqual(drawn(8));
});

test('of replacements, upgrades, rotations, applications, pools and projects one that passes and one that lasts is drawn, whatever the phase', () => {
  const phases = [
    ...(['replace-agent', 'replace-server', 'upgrade-check', 'upgrade'] as const),
    ...(['rotation-check', 'rotation', 'app-creation', 'app-deletion', 'scale-up', 'scale-down'] as const),
    ...(['project-creation', 'project-members', 'project-deletion'] as const),
  ];
  const cases = oneOfEach(matrixOf(phases.map((phase) => at('GET', '/r', 1, phase))), 7);
  const kinds = cases.map((one) => `${one.position.phase.split('-')[0]} ${isLasting(one) ? 'lasts' : 'passes'}`);
  const drawn = ['app', 'project', 'replace', 'rotation', 'scale', 'upgrade'].flatMap((what) => [
    `${what} lasts`,
    `${what} passes`,
  ]);
  expect(kinds.sort()).toEqual(drawn);
});

test('of the life of a cluster with pools one that passes and one that lasts is drawn in each phase', () => {
  const phases = ['order', 'creation', 'deletion'] as const;
  const positions = phases.map((phase) => ({ ...at('GET', '/r', 1, phase), mode: 'pools' as const }));
  const cases = oneOfEach(matrixOf(positions), 7);
  const kinds = cases.map((one) => `${nameOf(one).split(' openstack')[0]} ${isLasting(one) ? 'lasts' : 'passes'}`);
  const drawn = phases.flatMap((phase) => [`pools ${phase} lasts`, `pools ${phase} passes`]);
  expect(kinds.sort()).toEqual(drawn.sort());
});
