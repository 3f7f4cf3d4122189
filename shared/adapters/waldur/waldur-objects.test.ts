import { expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { remoteResource } from './waldur-objects.ts';

test('names of a remote Waldur lose control characters and are cut, because terminals and Rancher show them', () => {
  const red = '\u001b[31m';
  const given = {
    ...{ uuid: aUuid(), offering_uuid: aUuid(), state: 'OK' },
    ...{ name: `${red}shop\n`, slug: 'shop\u0007', customer_name: `a\u202eb`, customer_slug: 'c'.repeat(200) },
  };
  const read = remoteResource.parse(given);
  expect(read).toMatchObject({ name: '[31mshop', slug: 'shop', customer: { name: 'a b' } });
  expect(read.customer.slug).toHaveLength(150);
});
