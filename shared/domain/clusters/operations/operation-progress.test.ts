import { describe, expect, test } from 'vitest';
import { PHASES } from './operation-phases.ts';
import { acceptedOperation, operationProgress, type SeenOperation } from './operation-progress.ts';
import {
  beginOperation,
  type NumberedOperation,
  numbered,
  type OperationKind,
  type WantedOperation,
} from './rancher-operation.ts';

const START = new Date('2026-03-01T12:00:00.000Z');
const after = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const WANTED: Readonly<Record<OperationKind, WantedOperation>> = {
  snapshot: { kind: 'snapshot' },
  restore: { kind: 'restore', snapshotName: 's', scope: 'none' },
  certificates: { kind: 'certificates', services: [] },
  'encryption-keys': { kind: 'encryption-keys' },
};
const begun = (kind: OperationKind) => numbered(beginOperation(WANTED[kind], START), { requested: 2, finished: 2 });
const seen = (fields: Partial<SeenOperation> = {}): SeenOperation => ({
  ...{ generation: 3, phase: '', isReconciled: false, message: '', ...fields },
});
const look = (operation: NumberedOperation, fields: Partial<SeenOperation>, minutes = 1) =>
  operationProgress(operation, seen(fields), after(minutes));

test.each(['restore', 'encryption-keys'] as const)('%s goes through Rancher’s phases to its end (T46, T47)', (kind) => {
  let operation = begun(kind);
  const percents = PHASES[kind].map(({ name, text }, index) => {
    const progress = look(operation, { phase: name }, index);
    expect([progress.state, progress.operation.phase]).toEqual(['running', name]);
    expect(progress.text).toContain(text);
    operation = progress.operation;
    return progress.percent;
  });
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  expect(new Set(percents).size).toBe(percents.length);
  const last = kind === 'restore' ? 'Finished' : 'Done';
  expect(look(operation, { phase: last }, 10)).toMatchObject({ state: 'done', percent: 100 });
});

describe('an operation', () => {
  test.each<[OperationKind, string]>([
    ['snapshot', 'Finished'],
    ['restore', 'Finished'],
    ['encryption-keys', 'Done'],
  ])('%s is done with its own number only (T45)', (kind, phase) => {
    expect(look(begun(kind), { phase, generation: 2 }).state).toBe('running');
    expect(look(begun(kind), { phase, generation: 3 }).state).toBe('done');
    expect(look(begun(kind), { phase: 'Started', generation: 4 }).state).toBe('done');
  });

  test('certificates are done when Rancher has their number and nothing else to do (T48)', () => {
    expect(look(begun('certificates'), { generation: 2, isReconciled: true }).state).toBe('running');
    expect(look(begun('certificates'), { generation: 3 }).state).toBe('running');
    expect(look(begun('certificates'), { generation: 3, isReconciled: true }).state).toBe('done');
  });

  test('fails when Rancher says so, with its words (D3)', () => {
    expect(look(begun('restore'), { phase: 'Failed', message: 'snapshot not found' })).toMatchObject({
      state: 'failed',
      stall: {
        ...{ code: 'OPERATION_STALLED', owner: 'operator', retryable: true },
        message: 'Rancher has given up the operation. Rancher says: snapshot not found.',
        nextStep: 'Repair the machine that Rancher names, then restore the same or another snapshot.',
      },
    });
    // Generation 2 is an earlier operation, so its failure does not count.
    expect(look(begun('restore'), { phase: 'Failed', generation: 2 }).state).toBe('running');
  });

  test('stalls when a phase takes too long, and not before (D3, D7)', () => {
    const { operation } = look(begun('restore'), { phase: 'Shutdown' }, 15);
    expect(operation.phaseSince).toBe(after(15).toISOString());
    expect(look(operation, { phase: 'Shutdown' }, 34).state).toBe('running');
    expect(look(operation, { phase: 'Shutdown', message: 'waiting for m-1' }, 35)).toMatchObject({
      state: 'STALLED',
      stall: { message: 'Rancher did not finish phase Shutdown within 20 minutes. Rancher says: waiting for m-1.' },
    });
    // The time limit starts again with the next phase.
    expect(look(operation, { phase: 'Restore' }, 35).state).toBe('running');
  });

  test('that Rancher never begins stalls, too (D3)', () => {
    expect(look(begun('snapshot'), { generation: 0 }, 14).state).toBe('running');
    expect(look(begun('snapshot'), { generation: 0 }, 15)).toMatchObject({
      ...{ state: 'STALLED', stall: { message: 'Rancher did not finish the operation within 15 minutes.' } },
    });
  });

  test('of certificates stalls with the code of a rotation (D3)', () => {
    expect(look(begun('certificates'), { generation: 2 }, 60)).toMatchObject({ stall: { code: 'ROTATION_TIMEOUT' } });
  });

  test('says what it does and what Rancher waits for', () => {
    expect(look(begun('certificates'), {}).text).toBe('Rancher rotates certificates');
    const message = 'waiting for m-1';
    expect(look(begun('restore'), { phase: 'Shutdown', message }).text).toBe(
      'Rancher restores etcd: Kubernetes stops on all servers; waiting for m-1',
    );
  });
});

describe('a repeated operation', () => {
  const interrupted = begun('restore');
  const accepted = (wanted: WantedOperation, fields: Partial<SeenOperation> = {}) =>
    acceptedOperation(wanted, { interrupted, seen: seen(fields) }, START).generation;

  test('goes on with its number, unless Rancher has given it up (T45, D7)', () => {
    expect(accepted(WANTED.restore)).toBe(3);
    expect(accepted(WANTED.restore, { phase: 'Failed' })).toBeUndefined();
    expect(accepted(WANTED.restore, { phase: 'Failed', generation: 2 })).toBe(3);
  });

  test('is another one with another snapshot, or of another kind (T45)', () => {
    expect(accepted({ kind: 'restore', snapshotName: 'other', scope: 'none' })).toBeUndefined();
    expect(accepted(WANTED.snapshot)).toBeUndefined();
  });
});
