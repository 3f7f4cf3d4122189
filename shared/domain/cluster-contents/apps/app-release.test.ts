import { expect, test } from 'vitest';
import type { Answers } from './answer-values.ts';
import {
  type AppRelease,
  keptSecretNames,
  scheduledChange,
  scheduledRollback,
  succeededRelease,
} from './app-release.ts';

const OPERATION = '00000000-0000-4000-8000-000000000001';
const versionWith = (version: string, answers: Answers, secretNames: string[] = []) => ({
  version,
  answers,
  secretNames,
});
const first = versionWith('1.0.0', { hostname: 'a', replicas: 2 });
const second = versionWith('1.1.0', { hostname: 'b' });
const third = versionWith('1.2.0', { edition: 'large' });
const installed: AppRelease = {
  ...{ ...first, state: 'OK', operationUuid: '', repository: 'example', chart: 'shop', rancherProjectId: '' },
  ...{ description: '', isInstalled: true, revision: 1 },
};
const erred = (release: AppRelease): AppRelease => ({ ...release, state: 'ERRED' });
const change = (release: AppRelease, to: typeof first) => scheduledChange(release, OPERATION, to);
const rollBack = (release: AppRelease) => scheduledRollback(release, OPERATION);

test('a change drops the answers that are not given any more, and keeps what a roll back restores (S0-061)', () => {
  const scheduled = change(installed, second);
  expect(scheduled).toMatchObject({ ...second, dropped: ['replicas'], state: 'UPDATE_SCHEDULED' });
  expect(scheduled.former).toEqual({ ...first, revision: 1 });
  expect(scheduled).not.toHaveProperty('revision');
  const settled = succeededRelease(scheduled, 2);
  expect(settled).not.toHaveProperty('dropped');
  expect(change(settled, third)).toMatchObject({ dropped: ['hostname'], former: { ...second, revision: 2 } });
});

test('after a change that failed, the installed version is the one before it, and the answers of both are dropped (S0-061)', () => {
  const failed = erred(change(installed, second));
  expect(change(failed, second)).toMatchObject({ ...second, dropped: ['replicas'], former: first });
  expect(change(failed, third)).toMatchObject({ ...third, dropped: ['hostname', 'replicas'], former: first });
  const twice = erred(change(failed, third));
  const dropped = expect.arrayContaining(['replicas', 'edition']);
  expect(change(twice, second)).toMatchObject({ dropped, former: first });
  expect(rollBack(twice)).toMatchObject({ ...first, toRevision: 1, former: first });
});

test('a roll back that failed is the same again; one that succeeded can be taken back (S0-061)', () => {
  const upgraded = succeededRelease(change(installed, second), 2);
  const rolledBack = rollBack(upgraded);
  expect(rolledBack).toMatchObject({ ...first, rollsBack: true, toRevision: 1, former: second });
  const failed = erred(rolledBack);
  expect(rollBack(failed)).toMatchObject({ ...first, rollsBack: true, toRevision: 1, former: second });
  expect(rollBack(succeededRelease(failed, 3))).toMatchObject({ ...second, toRevision: 2, former: first });
  expect(change(failed, third)).toMatchObject({ ...third, former: second });
  expect(change(failed, third)).not.toHaveProperty('toRevision');
});

test('a secret answer that a failed change has removed is not kept by the next change (S0-061)', () => {
  const withSecrets = { ...installed, secretNames: ['password', 'token'] };
  expect(keptSecretNames(withSecrets)).toEqual(['password', 'token']);
  const failed = erred(change(withSecrets, versionWith('1.1.0', {}, ['added', 'token'])));
  expect(keptSecretNames(failed)).toEqual(['token']);
});

test('of a release without a former version nothing is known but that Helm has a revision before (S0-061)', () => {
  const scheduled = rollBack(installed);
  expect(scheduled).toMatchObject({ version: '1.0.0', answers: {}, rollsBack: true });
  expect(scheduled).not.toHaveProperty('toRevision');
});
