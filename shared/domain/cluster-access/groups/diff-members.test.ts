import { expect, test } from 'vitest';
import { diffMembers, type FoundMember, type WantedMember } from './diff-members.ts';
import type { MembershipState } from './keycloak-membership.ts';

const member = (username: string): FoundMember => ({ id: `id-${username}`, username });
const wanted = (username: string, state: MembershipState): WantedMember => ({ uuid: username, username, state });
const nothing = { activate: [], missing: [], extra: [] };

test.each<[what: string, wanted: WantedMember[], found: FoundMember[], expected: object]>([
  ['an active member of the group needs nothing', [wanted('olga', 'ACTIVE')], [member('olga')], nothing],
  ['names differ in upper and lower case only', [wanted('Olga', 'ACTIVE')], [member('olga')], nothing],
  [
    'a pending membership becomes active when its user is in the group',
    [wanted('olga', 'PENDING')],
    [member('olga')],
    { ...nothing, activate: [{ membership: wanted('olga', 'PENDING'), user: member('olga') }] },
  ],
  [
    'a pending or active membership is missing when its user is not in the group',
    [wanted('olga', 'PENDING'), wanted('mia', 'ACTIVE')],
    [],
    { ...nothing, missing: [wanted('olga', 'PENDING'), wanted('mia', 'ACTIVE')] },
  ],
  [
    'a user who was added by hand is extra',
    [wanted('olga', 'ACTIVE')],
    [member('otto'), member('olga')],
    { ...nothing, extra: [member('otto')] },
  ],
  ['all users of a group without memberships are extra', [], [member('otto')], { ...nothing, extra: [member('otto')] }],
])('%s', (_what, wants, found, expected) => {
  expect(diffMembers(wants, found)).toEqual(expected);
});

test('a membership whose user is known is this user’s only, whatever the names are', () => {
  const known = { ...wanted('olga', 'ACTIVE'), keycloakUserId: 'id-1' };
  const renamed = { id: 'id-1', username: 'olga.miller' };
  const namesake = { id: 'id-2', username: 'olga' };
  expect(diffMembers([known], [namesake, renamed])).toEqual({ ...nothing, extra: [namesake] });
  expect(diffMembers([known], [namesake])).toEqual({ ...nothing, missing: [known], extra: [namesake] });
});
