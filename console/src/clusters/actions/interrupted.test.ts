import { expect, test } from 'vitest';
import { interruptedOf } from './interrupted.ts';

const UPGRADE = { from_version: 'v1.31.7+rke2r1', to_version: 'v1.32.3+rke2r1', upgraded_nodes: 1 };
const cluster = (step: string, upgrade: typeof UPGRADE | null = null) => ({
  ...{ state: 'ERRED' as const, upgrade, last_error: { step }, hibernation: { status: 'AWAKE' as const } },
});

test.each([
  ['a change', cluster('ApplyCluster'), { rotation: false, orderState: 'done' }, { rotation: false, change: true }],
  [
    'the creation',
    cluster('ApplyCluster'),
    { rotation: false, orderState: 'erred' },
    { rotation: false, change: false },
  ],
  ['an upgrade', cluster('x', UPGRADE), { rotation: false, orderState: 'done' }, { rotation: false, change: false }],
  ['a rotation', cluster('x'), { rotation: true, orderState: 'done' }, { rotation: true, change: false }],
  [
    'no operation',
    cluster('watch-clusters'),
    { rotation: false, orderState: 'done' },
    { rotation: false, change: false },
  ],
])('it is found when %s was interrupted', (_what, failed, found, interrupted) => {
  expect(interruptedOf(failed, found)).toEqual(interrupted);
});
