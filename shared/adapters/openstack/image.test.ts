import { expect, test } from 'vitest';
import { isUsableIn } from './image.ts';

const OURS = 'project-1';
const of = (visibility: string, owner: string) => ({ visibility, owner });

test.each([
  ['public', true, true],
  ['community', true, true],
  // Glance lists it to a member only if it is shared with the project.
  ['shared', true, false],
  ['private', false, false],
])(
  'a %s image of another project: usable by a member %s, by the cloud’s administrator %s',
  (visibility, member, admin) => {
    const image = of(visibility, 'project-2');
    expect(isUsableIn({ projectId: OURS, roles: ['member'] }, image)).toBe(member);
    expect(isUsableIn({ projectId: OURS, roles: ['admin', 'member'] }, image)).toBe(admin);
  },
);

test.each(['shared', 'private'])('a %s image of the project itself is usable', (visibility) => {
  for (const roles of [['member'], ['admin']])
    expect(isUsableIn({ projectId: OURS, roles }, of(visibility, OURS))).toBe(true);
});
