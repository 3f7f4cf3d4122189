import { expect, test } from 'vitest';
import { upgradeText, upgradeVerdict } from './upgrade-verdict.ts';

const [OLD, NEW] = ['v1.31.7+rke2r1', 'v1.32.3+rke2r1'];
const node = (name: string, version: string, runtimeState = 'active') => ({ name, version, runtimeState });
const shown = (fields = {}) => ({ state: 'active', message: '', kubernetesVersion: NEW, ...fields });
const done = [node('s1', NEW), node('a1', NEW)];
const at = (waitedMs: number) => ({ to: NEW, waitedMs, deadlineMs: 60_000 });

test('all nodes and the cluster run the new release and are active: ready', () => {
  expect(upgradeVerdict(done, shown(), at(10))).toEqual({ kind: 'ready' });
});

test.each([
  ['a node in the old one', [node('s1', NEW), node('a1', OLD)], shown()],
  ['a node that is not active yet', [node('s1', NEW), node('a1', NEW, 'unavailable')], shown()],
  ['a cluster that is at it', done, shown({ state: 'updating' })],
  ['a cluster that shows the old one', done, shown({ kubernetesVersion: OLD })],
])('%s is waited for', (_, nodes, cluster) => {
  expect(upgradeVerdict(nodes, cluster, at(10))).toEqual({ kind: 'waiting' });
});

test('progress is given in nodes that run the new release and are active', () => {
  expect(upgradeText([node('s1', NEW), node('s2', NEW, 'cordoned'), node('a1', OLD)], NEW)).toBe(
    `1 of 3 nodes run ${NEW}`,
  );
});

test('the deadline names the missing nodes, Rancher’s message, and what to do', () => {
  const cluster = shown({ state: 'updating', message: 'configuring worker node(s) x: waiting for kubelet to update' });
  const nodes = [node('s1', NEW), node('a1', OLD, 'unavailable'), node('a2', '', '')];
  expect(upgradeVerdict(nodes, cluster, at(60_000))).toEqual({
    ...{ kind: 'failed', error: 'UpgradeTimeout' },
    message:
      `1 of 3 nodes run ${NEW} after 60 s; a1 runs ${OLD} and is unavailable; a2 runs an unknown version and is not in Rancher. ` +
      'Rancher says of the cluster: updating: configuring worker node(s) x: waiting for kubelet to update. ' +
      'Lost nodes can be deleted. Repeat the upgrade to continue.',
  });
});

test('a drain that Rancher cannot end is reported as one', () => {
  const cluster = shown({ state: 'updating', message: 'configuring worker node(s) x: error draining node: …' });
  expect(upgradeVerdict([node('a1', OLD, 'draining')], cluster, at(60_000))).toMatchObject({ error: 'DrainFailed' });
});

test('of many that are not there ten are listed in full', () => {
  const nodes = Array.from({ length: 200 }, (_, index) => node(`a${index}`, OLD));
  const verdict = upgradeVerdict(nodes, shown(), at(60_000));
  expect(verdict).toMatchObject({ message: expect.stringMatching(/a9 runs \S+ and is active; and 190 more\./) });
});
