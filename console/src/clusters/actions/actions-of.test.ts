import { expect, test } from 'vitest';
import type { Driver } from '../cluster/parts-query.ts';
import { type Action, actionsOf, mayResize, type NodeAction, nodeActionsOf } from './actions-of.ts';

const UPGRADE = { from_version: 'v1.31.7+rke2r1', to_version: 'v1.32.3+rke2r1', upgraded_nodes: 1 };
type State = 'OK' | 'ERRED' | 'UPDATING';
type Sleep = 'AWAKE' | 'HIBERNATING' | 'HIBERNATED' | 'WAKING';
const cluster = (state: State, status: Sleep = 'AWAKE', upgrade: typeof UPGRADE | null = null) => ({
  ...{ state, upgrade, hibernation: { status } },
});
const NOTHING = { rotation: false, change: false };
const ROTATION = { rotation: true, change: false };
const CHANGE = { rotation: false, change: true };

test.each<[Driver | undefined, ReturnType<typeof cluster>, typeof NOTHING, Action[]]>([
  [
    'rancher-custom',
    cluster('OK'),
    NOTHING,
    ['Add a node', 'Upgrade', 'Hibernate', 'Rotate certificates', 'Terminate'],
  ],
  ['rancher-pools', cluster('OK'), NOTHING, ['Upgrade', 'Rotate certificates', 'Terminate']],
  ['cluster-api', cluster('OK'), NOTHING, ['Upgrade', 'Renew certificates', 'Rotate the credential', 'Terminate']],
  [undefined, cluster('OK'), NOTHING, ['Terminate']],
  ['rancher-custom', cluster('UPDATING'), CHANGE, []],
  ['rancher-custom', cluster('OK', 'HIBERNATED'), NOTHING, ['Wake up', 'Terminate']],
  ['rancher-custom', cluster('ERRED'), NOTHING, ['Terminate']],
  ['rancher-custom', cluster('ERRED', 'AWAKE', UPGRADE), NOTHING, ['Upgrade', 'Terminate']],
  ['rancher-pools', cluster('ERRED', 'AWAKE', UPGRADE), NOTHING, ['Upgrade', 'Terminate']],
  ['rancher-custom', cluster('ERRED'), ROTATION, ['Rotate certificates', 'Terminate']],
  ['rancher-custom', cluster('ERRED', 'HIBERNATING'), NOTHING, ['Hibernate', 'Wake up', 'Terminate']],
  ['rancher-custom', cluster('ERRED', 'WAKING'), NOTHING, ['Hibernate', 'Wake up', 'Terminate']],
  ['rancher-custom', cluster('ERRED', 'HIBERNATED'), NOTHING, ['Wake up', 'Terminate']],
  ['cluster-api', cluster('ERRED'), NOTHING, ['Terminate']],
  ['cluster-api', cluster('ERRED'), CHANGE, ['Upgrade', 'Renew certificates', 'Rotate the credential', 'Terminate']],
])('a cluster of %s that is %j, with %j interrupted, can: %j', (driver, subject, interrupted, actions) => {
  expect(actionsOf(driver, subject, interrupted)).toEqual(actions);
});

test.each<[ReturnType<typeof cluster>, typeof NOTHING, boolean]>([
  [cluster('OK'), NOTHING, true],
  [cluster('UPDATING'), CHANGE, false],
  [cluster('ERRED'), NOTHING, false],
  [cluster('ERRED'), CHANGE, true],
])('pools of a cluster that is %j, with %j interrupted, may be scaled: %s', (subject, interrupted, may) => {
  expect(mayResize(subject, interrupted)).toBe(may);
});

test.each<[ReturnType<typeof cluster>, string, NodeAction[]]>([
  [cluster('OK'), '', ['Console', 'Replace', 'Delete']],
  [cluster('OK', 'HIBERNATED'), '', []],
  [cluster('UPDATING'), '', []],
  [cluster('ERRED'), 'ApplyCluster', []],
  [cluster('ERRED'), 'watch-clusters', ['Console', 'Delete']],
  [cluster('ERRED', 'AWAKE', UPGRADE), 'UpgradeCluster', ['Console', 'Delete']],
  [cluster('ERRED', 'HIBERNATING'), 'watch-clusters', []],
])('a node of a cluster that is %j after a failure at %j can: %j', (subject, step, actions) => {
  expect(nodeActionsOf({ ...subject, last_error: step === '' ? null : { step } })).toEqual(actions);
});
