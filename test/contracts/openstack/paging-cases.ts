import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connectJson } from '#shared/adapters/json-client';
import { cloudSession } from '#shared/adapters/openstack/identity/cloud-session';
import type { Service } from '#shared/adapters/openstack/identity/service-catalog';
import { testClock } from '#test/test-clock';
import type { CloudUnderTest } from './cloud-under-test.ts';

/** Clouds return a thousand items per page. A limit of one in the query forces many pages. */
const ONE_BY_ONE = { limit: { ask: '1', holds: () => true } };

export function pagingCases(cloud: () => CloudUnderTest): void {
  describe('pages', () => {
    const item = z.object({ id: z.string() });
    const LISTS: [service: Service, path: string, collection: string][] = [
      ['compute', '/flavors/detail', 'flavors'],
      ['network', '/security-group-rules', 'security_group_rules'],
      ['image', '/images', 'images'],
    ];
    test.each(LISTS)('of %s are read to the end, each item once', async (service, path, collection) => {
      const { access, project } = cloud().cloud;
      const session = cloudSession(
        {
          cloudName: 'cloud-1',
          keystone: { baseUrl: access.auth_url },
          region: access.region,
          connect: connectJson,
          clock: testClock(new Date().toISOString()),
          onLoginFailed: () => undefined,
        },
        { credential: project.credential },
      );
      const listing = { op: 'list', path, collection, item, where: {} };
      const onOnePage = (await session.list(service, listing)).map(({ id }) => id);
      const onMany = (await session.list(service, { ...listing, where: ONE_BY_ONE })).map(({ id }) => id);
      expect(onOnePage.length).toBeGreaterThan(1);
      expect(onMany.toSorted()).toEqual(onOnePage.toSorted());
    });
  });
}
