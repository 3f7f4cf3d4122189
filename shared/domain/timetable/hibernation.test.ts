import { describe, expect, test } from 'vitest';
import { Conflict } from '#shared/errors';
import { assertCanHibernate, assertCanWake, type Hibernation } from './hibernation.ts';

const asleep = (status: Hibernation['status']) => ({ status, since: '2026-11-01T20:00:00.000Z', drained: [] });
const machine = (fields: object = {}) => ({
  ...{ name: 'shop-agent-1', state: 'OK', instanceId: 'i-1' },
  ...fields,
});

describe('a cluster can be hibernated', () => {
  const rows: [string, Parameters<typeof assertCanHibernate>, RegExp | undefined][] = [
    ['while it is awake and OK', [{ state: 'OK' }, [machine()]], undefined],
    ['after an attempt that failed', [{ state: 'ERRED', hibernation: asleep('HIBERNATING') }, [machine()]], undefined],
    ['after a wake that failed', [{ state: 'ERRED', hibernation: asleep('WAKING') }, [machine()]], undefined],
    ['but not twice', [{ state: 'OK', hibernation: asleep('HIBERNATED') }, []], /already/],
    ['but not while it is changed', [{ state: 'UPDATING' }, []], /operation is changing/],
    ['but not when something else failed', [{ state: 'ERRED' }, []], /Valid states/],
    ['but not with a broken node', [{ state: 'OK' }, [machine({ state: 'ERRED' })]], /shop-agent-1/],
    ['but not with a machine that is unknown', [{ state: 'OK' }, [machine({ instanceId: '' })]], /shop-agent-1/],
  ];
  test.each(rows)('%s', (_when, given, says) => {
    if (says === undefined) assertCanHibernate(...given);
    else expect(() => assertCanHibernate(...given)).toThrow(says);
  });
});

describe('a cluster can be woken', () => {
  test.each(['HIBERNATING', 'HIBERNATED', 'WAKING'] as const)('when it rests while %s', (status) => {
    assertCanWake({ state: 'OK', hibernation: asleep(status) });
    assertCanWake({ state: 'ERRED', hibernation: asleep(status) });
    expect(() => assertCanWake({ state: 'UPDATING', hibernation: asleep(status) })).toThrow(Conflict);
  });

  test('but not when it is awake', () => {
    expect(() => assertCanWake({ state: 'OK' })).toThrow('The cluster is not hibernated.');
  });
});
