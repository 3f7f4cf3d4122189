import { expect, test } from 'vitest';
import { attribution } from './asked-requests.ts';

const at = (step: string, fromMs: number, toMs: number) => ({ step, fromMs, toMs });
const attributed = attribution([
  at('records.beginOrder', 100, 110),
  at('watch.watchNodes', 120, 160),
  at('watch.watchCluster', 150, 180),
  at('records.finishCreation', 190, 200),
  at('openstack.deleteServer', 300, 320),
]);

test('what is asked before the first step begins is the check of the order', () => {
  expect(attributed(50)).toEqual({ phase: 'order', step: '' });
});

test('what is asked while two are at work is of the one that began later', () => {
  expect(attributed(130)).toEqual({ phase: 'creation', step: 'watch.watchNodes' });
  expect(attributed(155)).toEqual({ phase: 'creation', step: 'watch.watchCluster' });
});

test('what is asked for a node that is added is the growth, before its first step the check of the request', () => {
  const grown = attribution([
    ...[at('records.beginOrder', 100, 110), at('records.finishCreation', 190, 200)],
    ...[at('records.beginNode', 230, 240), at('openstack.ensureServer', 250, 260), at('records.finishNode', 270, 280)],
    at('openstack.deleteServer', 300, 320),
  ]);
  expect(grown(220)).toEqual({ phase: 'growth', step: '' });
  expect(grown(255)).toEqual({ phase: 'growth', step: 'openstack.ensureServer' });
  expect(grown(310)).toEqual({ phase: 'deletion', step: 'openstack.deleteServer' });
});

test('what is asked after the creation is the deletion, and what comes late is of the step before', () => {
  expect(attributed(310)).toEqual({ phase: 'deletion', step: 'openstack.deleteServer' });
  expect(attributed(330)).toEqual({ phase: 'deletion', step: 'openstack.deleteServer' });
});
