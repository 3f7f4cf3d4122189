import { expect, test } from 'vitest';
import { aCluster, aUuid } from '#test/builders/builders';
import { isAbout, namesOf, newWait } from './parked-wait.ts';

test('a renamed cluster waits under the name of its Kubernetes object, which Rancher’s events have', () => {
  const by = { operationUuid: aUuid(), taskToken: 'token' };
  const renamed = newWait(aCluster({ name: 'second', provisioningName: 'first' }), by, new Date());
  expect([isAbout(renamed, namesOf(['first'])), isAbout(renamed, namesOf(['second']))]).toEqual([true, false]);
  const never = newWait(aCluster({ name: 'only' }), by, new Date());
  expect(isAbout(never, namesOf(['only']))).toBe(true);
});
