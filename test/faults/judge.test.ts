import { expect, test } from 'vitest';
import { wordsProblems } from './judge.ts';
import type { Position } from './matrix.ts';

const POSITION: Position = {
  ...{ mode: 'self-managed', phase: 'deletion', simulator: 'rancher', method: 'GET', route: '/v3/users', nth: 1 },
  ...{ step: 'openstack.deleteLeftovers', firstTimeOnly: false },
  askers: ['openstack.deleteLeftovers', 'argocd.unregisterCluster'],
};
const problemsOf = (step: string, position: Position = POSITION) =>
  wordsProblems(
    { position, kind: 'always-403' },
    { code: 'UNAUTHORIZED', owner: 'operator', retryable: false, step, message: 'Rancher answered 403' },
  );

test.each(POSITION.askers)('a failure may be reported by any step that was at work: %s', (step) => {
  expect(problemsOf(step)).toEqual([]);
});

test('a failure reported by a step that was not at work is a problem', () => {
  expect(problemsOf('rancher.deleteCluster')).toEqual([
    expect.stringContaining(
      'step openstack.deleteLeftovers, was UNAUTHORIZED owner operator not retryable step rancher.deleteCluster',
    ),
  ]);
});

test('a look may be that of a wait, but a write may not', () => {
  expect(problemsOf('watch.watchNodes')).toEqual([]);
  expect(problemsOf('watch.watchNodes', { ...POSITION, method: 'DELETE' })).toHaveLength(1);
});
