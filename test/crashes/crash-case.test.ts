import { expect, test } from 'vitest';
import { casesOf, nameOfCase } from './crash-case.ts';
import { positionsOf } from './position.ts';

const called = (startedMs: number, step: string, operations: string[], more: object = {}) => ({
  ...{ id: `${startedMs}`, function: 'steps-openstack', startedMs, step, correlationId: 'ours', outcome: 'ok' },
  calls: operations.map((operation) => ({ operation })),
  ...more,
});
const isWrite = (operation: string) => operation !== 'GetItem';

test('what was called for us is counted in the order in which it began, nodes three times and looks twice', () => {
  const invocations = [
    called(9, 'watch.watchNodes', ['GetItem']),
    called(8, 'watch.watchNodes', []),
    called(7, 'watch.watchNodes', ['PutItem']),
    called(6, 'openstack.ensureServer', ['GetItem', 'PutItem', 'DeleteItem'], { nodeUuid: 'b' }),
    called(5, 'openstack.ensureServer', [], { nodeUuid: 'a', correlationId: 'of somebody else' }),
    called(4, 'openstack.ensureServer', [], { nodeUuid: 'a', outcome: 'Conflict' }),
  ];
  expect(positionsOf('creation', invocations, 'ours', isWrite)).toEqual([
    { phase: 'creation', what: 'openstack.ensureServer', nth: 1, writes: 2 },
    { phase: 'creation', what: 'watch.watchNodes', nth: 1, writes: 1 },
    { phase: 'creation', what: 'watch.watchNodes', nth: 2, writes: 0 },
  ]);
});

test('requests and dispatches are named by their route and their batch', () => {
  const request = { step: undefined, route: `POST /api/marketplace-resources/${'a'.repeat(32)}/terminate/` };
  const batch = {
    step: undefined,
    correlationId: undefined,
    correlationIds: ['other', 'ours'],
    function: 'dispatcher',
  };
  const found = positionsOf('deletion', [called(1, '', [], request), called(2, '', [], batch)], 'ours', isWrite);
  expect(found.map(({ what }) => what)).toEqual(['POST marketplace-resources/*/terminate', 'dispatcher']);
});

test('a step dies before, after and between its writes, and is overtaken by a cancellation there', () => {
  const position = { phase: 'creation', what: 'openstack.ensureServer', nth: 1, writes: 2 } as const;
  expect(casesOf([position]).map(nameOfCase)).toEqual([
    'creation openstack.ensureServer #1 dies before-handler',
    'creation openstack.ensureServer #1 dies after-write 1',
    'creation openstack.ensureServer #1 dies before-write 2',
    'creation openstack.ensureServer #1 dies after-handler',
    'creation openstack.ensureServer #1 cancelled before-handler and it goes on',
    'creation openstack.ensureServer #1 cancelled before-write 2 and it goes on',
    'creation openstack.ensureServer #1 cancelled after-handler and it goes on',
    'creation openstack.ensureServer #1 cancelled before-write 2 and it dies',
  ]);
});

test('what is not a step of a creation is not cancelled', () => {
  const names = (['creation', 'deletion'] as const).flatMap((phase) =>
    casesOf([{ phase, what: phase === 'creation' ? 'dispatcher' : 'records.listNodes', nth: 1, writes: 1 }]),
  );
  expect(names.map(nameOfCase).filter((name) => name.includes('cancelled'))).toEqual([]);
});
