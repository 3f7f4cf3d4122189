import { expect, test } from 'vitest';
import { memberChanges } from './project-members.ts';

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
