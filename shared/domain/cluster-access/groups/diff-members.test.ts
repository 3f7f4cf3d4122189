import { expect, test } from 'vitest';
import { diffMembers, type FoundMember, type WantedMember } from './diff-members.ts';
import type { MembershipState } from './keycloak-membership.ts';

const member = (username: string): FoundMember => ({ id: `id-${username}`, username });
const wanted = (username: string, state: MembershipState): WantedMember => ({ uuid: username, username, state });
const nothing = { activate: [], missing: [], extra: [] };

test.each<[what: string, wanted: WantedMember[], found: FoundMember[], expected: object]>([
  ['who is active and in it needs nothing', [wanted('olga', 'ACTIVE')], [member('olga')], nothing],
  ['names differ in case only', [wanted('Olga', 'ACTIVE')], [member('olga')], nothing],
  [
    'who is pending and in it becomes active',
    [wanted('olga', 'PENDING')],
    [member('olga')],
    { ...nothing, activate: [{ membership: wanted('olga', 'PENDING'), user: member('olga') }] },
  ],
  [
    'who is not in it is missing, pending or active',
    [wanted('olga', 'PENDING'), wanted('mia', 'ACTIVE')],
    [],
    { ...nothing, missing: [wanted('olga', 'PENDING'), wanted('mia', 'ACTIVE')] },
  ],
  [
    'who was put in by hand is too much',
    [wanted('olga', 'ACTIVE')],
    [member('otto'), member('olga')],
    { ...nothing, extra: [member('otto')] },
  ],
  ['in a group without memberships all are', [], [member('otto')], { ...nothing, extra: [member('otto')] }],
])('%s', (_what, wants, found, expected) => {
  expect(diffMembers(wants, found)).toEqual(expected);
});
