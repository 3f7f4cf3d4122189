import { expect, test } from 'vitest';
import { lifeAttribution, spanAttribution } from './attribution.ts';

const at = (step: string, fromMs: number, toMs: number) => ({ step, fromMs, toMs });
const attributed = lifeAttribution([
  at('records.beginOrder', 100, 110),
  at('watch.watchNodes', 120, 160),
  at('watch.watchCluster', 150, 180),
  at('records.finishCreation', 190, 200),
  at('records.beginOrder', 290, 295),
  at('openstack.deleteServer', 300, 320),
  at('access.syncProvider', 305, 308),
]);

test('what is asked before the first step begins is the check of the order', () => {
  expect(attributed(50)).toEqual({ phase: 'order', step: '', askers: [] });
});

test('what is asked while two are at work is of the one that began later, and may be of either', () => {
  expect(attributed(130)).toEqual({ phase: 'creation', step: 'watch.watchNodes', askers: ['watch.watchNodes'] });
  expect(attributed(155)).toEqual({
    ...{ phase: 'creation', step: 'watch.watchCluster' },
    askers: ['watch.watchNodes', 'watch.watchCluster'],
  });
});

test('what is asked between two operations on nodes is of neither; before the first step of one it is the check of its request', () => {
  const asked = spanAttribution([
    { phase: 'add-agent', fromMs: 200, toMs: 280 },
    { phase: 'delete-agent', fromMs: 300, toMs: 400 },
  ])([
    ...[at('records.beginNode', 230, 240), at('openstack.ensureServer', 250, 260), at('records.finishNode', 270, 280)],
    ...[at('records.beginNodeDeletion', 310, 320), at('openstack.deleteServer', 330, 340)],
  ]);
  expect(asked(220)).toEqual({ phase: 'add-agent', step: '', askers: [] });
  expect(asked(255)).toEqual({
    phase: 'add-agent',
    step: 'openstack.ensureServer',
    askers: ['openstack.ensureServer'],
  });
  expect(asked(290)).toBeUndefined();
  expect(asked(305)).toEqual({ phase: 'delete-agent', step: '', askers: [] });
  expect(asked(335)).toEqual({
    phase: 'delete-agent',
    step: 'openstack.deleteServer',
    askers: ['openstack.deleteServer'],
  });
});

test('what is asked between the creation and the deletion is of neither: a sync sent it', () => {
  expect(attributed(250)).toBeUndefined();
});

test('what is asked while a sync runs that began later is of no step', () => {
  expect(attributed(306)).toBeUndefined();
});

test('what is asked after the deletion has begun is the deletion, and what comes late is of the step before', () => {
  expect(attributed(310)).toEqual({
    phase: 'deletion',
    step: 'openstack.deleteServer',
    askers: ['openstack.deleteServer'],
  });
  expect(attributed(330)).toEqual({
    phase: 'deletion',
    step: 'openstack.deleteServer',
    askers: ['openstack.deleteServer'],
  });
});
