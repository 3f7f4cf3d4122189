import { expect, test } from 'vitest';
import { nodesLeft } from '../follow/follow-nodes.ts';
import { type Group, scaleTargets } from './scale-targets.ts';

const group = (name: string, count: number, ...roles: Group['roles']): Group => ({ name, count, roles });
const NODES = [group('servers', 3, 'servers'), group('agents', 2, 'agents')];
const POOLS = [group('all', 1, 'servers', 'agents'), group('small', 2, 'agents'), group('large', 2, 'agents')];

test.each([
  ['agents', NODES, { agents: 5 }, [['agents', 5]]],
  [
    'both roles',
    NODES,
    { agents: 5, servers: 5 },
    [
      ['servers', 5],
      ['agents', 5],
    ],
  ],
  ['a pool by its name', POOLS, { pools: [{ name: 'large', count: 0 }] }, [['large', 0]]],
  ['the pool that has servers, too', POOLS, { servers: 3 }, [['all', 3]]],
  ['nothing that has the number already', NODES, { agents: 2 }, []],
])('scaled is: %s', (_, groups, wish, expected) => {
  const targets = scaleTargets(groups, { pools: [], ...wish });
  expect(targets.map(({ group: { name }, count }) => [name, count])).toEqual(expected);
});

test.each([
  ['several pools', POOLS, { agents: 3 }, 'Several pools have agents: small, large.', 2],
  ['an unknown pool', NODES, { pools: [{ name: 'x', count: 1 }] }, 'The cluster has no pool called x.', 3],
  ['a role that is not there', [NODES[1] ?? group('', 0)], { servers: 1 }, 'The cluster has no servers.', 3],
  ['no wish', NODES, {}, 'Nothing to scale was given.', 2],
])('an error says what there is: %s', (_, groups, wish, message, code) => {
  const call = () => scaleTargets(groups, { pools: [], ...wish });
  expect(call).toThrow(expect.objectContaining({ message, code, nextStep: expect.any(String) }));
});

const node = (uuid: string, state: 'OK' | 'CREATING' | 'DELETING' | 'ERRED') => ({
  ...{ uuid, state, name: uuid, last_error: null },
});

test('nodes are waited for until those that are made are OK, and those that are deleted are gone', () => {
  const changed = { made: ['a', 'b'], deleted: ['c'] };
  expect(nodesLeft([node('a', 'OK'), node('b', 'CREATING'), node('c', 'DELETING')], changed)).toBe(2);
  expect(nodesLeft([node('a', 'OK')], changed)).toBe(1);
  expect(nodesLeft([node('a', 'OK'), node('b', 'OK')], changed)).toBe(0);
});

test.each([
  ['made', 'b', 'scale down, which deletes the node, and up again'],
  ['deleted', 'c', 'start the same change again, which continues it'],
])('a node that could not be %s ends the wait with how it is tried again', (_, uuid, again) => {
  const last_error = {
    ...{ code: 'INVALID' as const, message: 'No.', step: 's', at: '', retryable: true, owner: 'user' as const },
  };
  const nextStep = `You can correct this yourself; then ${again}.`;
  const call = () => nodesLeft([{ ...node(uuid, 'ERRED'), last_error }], { made: ['a', 'b'], deleted: ['c'] });
  expect(call).toThrow(expect.objectContaining({ code: 6, nextStep }));
});
