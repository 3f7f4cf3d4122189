import { expect, test } from 'vitest';
import { memberChanges, usersAmongMembers } from './project-members.ts';

const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((username) => ({ id: `id-${username}`, username })) as [
  User,
  User,
  User,
];
type User = { id: string; username: string };
const found = (...users: User[]) => new Map(users.map((user) => [user.username, user]));

test.each<[string, string[], Map<string, User>, User[], Partial<ReturnType<typeof memberChanges>>]>([
  ['adds who is new', ['ann', 'bob'], found(ann, bob), [ann], { add: [bob], remove: [], missing: [] }],
  ['removes who has left', ['ann'], found(ann), [ann, cid], { add: [], remove: [cid], missing: [] }],
  ['names whom Keycloak lacks', ['ann', 'Bob'], found(ann), [], { add: [ann], missing: ['Bob'] }],
  ['compares names in any case', ['ANN'], found(ann), [ann], { add: [], remove: [], missing: [] }],
  ['keeps a member who is named twice', ['ann', 'ann'], found(ann), [], { add: [ann] }],
  ['empties the group of a project without users', [], found(), [ann], { add: [], remove: [ann] }],
])('the sync %s (S1-057, S1-059, S1-088)', (_, usernames, users, members, changes) => {
  expect(memberChanges(usernames, users, members)).toMatchObject(changes);
});

const [ID_OF_DAN, ID_OF_EVE] = ['0b5c4c1e-5b0f-4a5c-9d3c-7a1f5f0c2b11', 'f:directory:eve'];
const dan = { id: ID_OF_DAN, username: 'dan' };
const eve = { id: ID_OF_EVE, username: 'eve' };
const named = { id: 'id-named', username: ID_OF_DAN };

test.each<[string, string[], User[], boolean, User[]]>([
  ['is found by name', ['Ann', 'bob'], [ann], false, [ann]],
  ['is found by name where usernames may be ids', ['ann'], [ann], true, [ann]],
  ['is found by id', [ID_OF_DAN, 'F:directory:eve'], [dan, eve], true, [dan, eve]],
  ['is not found by id where usernames are names', [ID_OF_DAN], [dan], false, []],
  ['whose name is an id is looked up, because another user may have the id', [ID_OF_DAN], [named], true, []],
  ['who has left is not asked for', [], [ann], true, []],
])('a member of the group %s (S1-028)', (_, usernames, members, isById, among) => {
  expect([...usersAmongMembers(usernames, members, () => isById).values()]).toEqual(among);
});
