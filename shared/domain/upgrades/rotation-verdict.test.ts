import { describe, expect, test } from 'vitest';
import { type RotationSeen, rotationText, rotationVerdict } from './rotation-verdict.ts';

const DONE: RotationSeen = { rotatedGeneration: 3, isReconciled: true, message: '', clusterState: 'active' };
const verdict = (seen: Partial<RotationSeen>, waitedMs = 0) =>
  rotationVerdict({ ...DONE, ...seen }, { generation: 3, waitedMs, deadlineMs: 60_000 });

describe('a rotation of certificates', () => {
  const rows: [string, Partial<RotationSeen>, kind: string][] = [
    ['is done when Rancher has finished it', {}, 'ready'],
    ['is done when Rancher has finished a later one', { rotatedGeneration: 4 }, 'ready'],
    ['waits while Rancher has finished an earlier one only', { rotatedGeneration: 2 }, 'waiting'],
    ['waits while Rancher has something else to do', { isReconciled: false }, 'waiting'],
    ['waits until the cluster is active again', { clusterState: 'unavailable' }, 'waiting'],
  ];
  test.each(rows)('%s', (_what, seen, kind) => expect(verdict(seen).kind).toBe(kind));

  test('fails at its deadline with what Rancher waits for', () => {
    const seen = { rotatedGeneration: 2, isReconciled: false, message: 'waiting for [s1] certificate rotation' };
    expect(verdict(seen, 60_000)).toEqual({
      ...{ kind: 'failed', error: 'RotationTimeout' },
      message:
        'Rancher did not finish the rotation within 60 s. It says: waiting for [s1] certificate rotation. Repair the machine that Rancher waits for, then repeat the rotation to continue.',
    });
    expect(verdict({ clusterState: 'unavailable' }, 60_000)).toMatchObject({
      message: expect.stringContaining('It says: unavailable.'),
    });
  });

  test('says what Rancher waits for', () => {
    expect(rotationText(DONE)).toBe('Rancher rotates certificates, one node after the other');
    expect(rotationText({ ...DONE, message: 'waiting for s1' })).toBe('Rancher rotates certificates: waiting for s1');
  });
});
