import { describe, expect, test } from 'vitest';
import { operationProgress } from '../clusters/operations/operation-progress.ts';
import { beginOperation, numbered } from '../clusters/operations/rancher-operation.ts';
import { lookedAt, operationVerdict } from './operation-verdict.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const operation = numbered(beginOperation({ kind: 'snapshot' }, NOW), { requested: 0, finished: 0 });
const progressIn = (phase: string, message = '', at = NOW) =>
  operationProgress(operation, { generation: 1, phase, isReconciled: false, message }, at);
const LATE = new Date(NOW.getTime() + 3_600_000);

describe('an operation', () => {
  test.each([
    ['Started', 'updating', 0, 'waiting'],
    ['Finished', 'updating', 0, 'waiting'],
    ['Finished', 'active', 0, 'ready'],
    ['Finished', 'active', 60_000, 'ready'],
    ['Started', 'active', 60_000, 'failed'],
    ['Finished', 'updating', 60_000, 'failed'],
    ['Failed', 'active', 0, 'failed'],
  ])('in phase %s of a cluster that is %s after %s ms is %s (T45, D3)', (phase, clusterState, waitedMs, kind) => {
    expect(operationVerdict(progressIn(phase), { clusterState, waitedMs, deadlineMs: 60_000 }).kind).toBe(kind);
  });

  test('that Rancher has given up says why, and what helps (D3)', () => {
    expect(
      operationVerdict(progressIn('Failed', 'no space'), { clusterState: '', waitedMs: 0, deadlineMs: 1 }),
    ).toEqual({
      ...{ kind: 'failed', error: 'OperationStalled' },
      message:
        'Rancher has given up the operation. Rancher says: no space. Repair the etcd member or the S3 bucket that Rancher names, then take another snapshot.',
    });
  });

  test('is recorded with its phase, and with its end if it has failed (D7)', () => {
    expect(lookedAt(progressIn('RestartCluster'), { now: NOW })).toEqual({
      rancherOperation: { ...operation, phase: 'RestartCluster' },
      currentStep: 'Rancher takes snapshots of etcd: servers get their usual plan again',
    });
    const { rancherOperation, endedOperations } = lookedAt(progressIn('', '', LATE), { now: LATE });
    expect(rancherOperation).toMatchObject({ generation: 1, stall: { code: 'OPERATION_STALLED', owner: 'operator' } });
    expect(endedOperations).toEqual([{ ...rancherOperation, endedAt: LATE.toISOString() }]);
  });
});
