import { describe, expect, test } from 'vitest';
import { AccessWorld, CLUSTER, scope } from '#test/access-world';
import { childGroupName, parentGroupName } from './group-names.ts';

/** W9: what follows from each event, when passes compare what is recorded with what is there and mend the difference. */

const OTHER = 'd'.repeat(32);
const PARENT = parentGroupName(CLUSTER);
const OWNERS = childGroupName(scope, 'cluster-owner');

/** One member, active, with group and binding: nothing left to do. */
function granted(...usernames: string[]): AccessWorld {
  const world = new AccessWorld();
  for (const username of usernames) {
    world.users.add(username);
    world.grant(username);
  }
  world.pass();
  return world;
}

type Row = [event: string, world: () => AccessWorld, happens: (world: AccessWorld) => void, passes: string[][]];
const ROWS: Row[] = [
  [
    'first membership of a role, the user is known',
    () => new AccessWorld(),
    (world) => {
      world.users.add('olga');
      world.grant('olga');
    },
    [[`create ${PARENT}`, `create ${OWNERS}`, 'add olga', 'olga ACTIVE', `bind ${OWNERS}`], []],
  ],
  [
    'first membership of a role, the user is not known',
    () => new AccessWorld(),
    (world) => world.grant('olga'),
    [[`create ${PARENT}`, `create ${OWNERS}`, `bind ${OWNERS}`], []],
  ],
  [
    'a further membership',
    () => granted('olga'),
    (world) => {
      world.users.add('mia');
      world.grant('mia');
    },
    [['add mia', 'mia ACTIVE'], []],
  ],
  [
    'a membership of another role',
    () => granted('olga'),
    (world) => world.grant('mia', 'cluster-member'),
    [[`create ${childGroupName(scope, 'cluster-member')}`, `bind ${childGroupName(scope, 'cluster-member')}`], []],
  ],
  [
    'a membership is taken away, others remain',
    () => granted('olga', 'mia'),
    (world) => world.revoke('mia'),
    [['remove mia'], []],
  ],
  [
    'the last membership is taken away, or the cluster is deleted: no role at once, groups when they are missed twice',
    () => granted('olga'),
    (world) => world.revoke('olga'),
    [[`unbind ${OWNERS}`], [`delete ${OWNERS}`, `delete ${PARENT}`], []],
  ],
  [
    'a user signs in for the first time',
    () => {
      const world = new AccessWorld();
      world.grant('olga');
      world.pass();
      return world;
    },
    (world) => void world.users.add('olga'),
    [['add olga', 'olga ACTIVE'], []],
  ],
  [
    'a group is removed by hand: it comes back with its members',
    () => granted('olga'),
    (world) => world.drop(OWNERS),
    [[`create ${OWNERS}`, 'add olga'], []],
  ],
  [
    'a whole tree is removed by hand',
    () => granted('olga'),
    (world) => world.drop(PARENT),
    [[`create ${PARENT}`, `create ${OWNERS}`, 'add olga'], []],
  ],
  [
    'a binding is removed by hand: it comes back',
    () => granted('olga'),
    (world) => world.unbindAll(),
    [[`bind ${OWNERS}`], []],
  ],
  [
    'a member is put in by hand: removed',
    () => granted('olga'),
    (world) => void world.members.get(OWNERS)?.add('otto'),
    [['remove otto'], []],
  ],
  [
    'a member is taken out by hand: put back',
    () => granted('olga'),
    (world) => void world.members.get(OWNERS)?.delete('olga'),
    [['add olga'], []],
  ],
  [
    'a user is deleted in Keycloak: PENDING again, as the state says',
    () => granted('olga', 'mia'),
    (world) => {
      world.users.delete('mia');
      world.members.get(OWNERS)?.delete('mia');
    },
    [['mia PENDING'], []],
  ],
  [
    'a group of ours is bound by hand to another role: not touched',
    () => granted('olga'),
    (world) => {
      const principal = `keycloakoidc_group://${OWNERS}`;
      world.bindings.push({ id: 'by-hand', groupPrincipalId: principal, roleTemplateId: 'cluster-member' });
    },
    [[]],
  ],
  [
    'groups of others, also with names like ours, come into the realm: not touched',
    () => granted('olga'),
    (world) => {
      world.make('developers', undefined, {});
      world.make(`c_${OTHER}`, undefined, {});
      world.make(`project_${OTHER}_project-member`, `c_${OTHER}`, {});
    },
    [[], []],
  ],
];

describe('what follows from each event', () => {
  test.each(ROWS)('%s (R-9b-W9)', (_event, start, happens, passes) => {
    const world = start();
    expect(world.pass(), 'before, there is nothing to do').toEqual([]);
    happens(world);
    expect(passes.map(() => world.pass())).toEqual(passes);
  });
});
