import { z } from 'zod';
import type { OpenStackKind } from '#shared/domain/_core/identifier';
import { MAX_TENANTS, type Tenant } from '#shared/domain/planning/tenant';
import type { FilterTable, Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';
import { MAX_FILTER_TEXT } from '../_core/query-bounds.ts';
import type { FoundRow, Known } from './openstack-rows.ts';

/**
 * One of Waldur's lists that show the objects of one kind in all of the caller's tenants. The objects are read live
 * from the clouds.
 */
export type OpenStackCollection<T extends Known, V> = {
  /**
   * The kind of the objects. The uuid of an `instance` is derived from its tenant's uuid. The uuid of every other
   * object is derived from the cloud's uuid.
   */
  kind: OpenStackKind | 'instance';
  /** Filters that select the tenants to read. `listing` contains these filters, too. */
  places: FilterTable<Tenant>;
  listing: Listing<FoundRow<T>, V>;
};

export const TENANT_QUERY = {
  tenant_uuid: z
    .string()
    .max(MAX_FILTER_TEXT)
    .optional()
    .meta({ description: 'Only objects of this tenant: its uuid with or without dashes, or its URL.' }),
};

const LIVE = `Read live from the clouds, for tenants that the caller sees and the filters select. With more than ${MAX_TENANTS} tenants the answer is 400: select one by \`tenant_uuid\`.`;

export const openstackOperations = <T extends Known, V>(
  { listing }: OpenStackCollection<T, V>,
  things: string,
): ApiOperations => ({
  'GET /': {
    summary: `List the ${things} of tenants`,
    description: LIVE,
    listing,
    refuses: [400, 502],
    rule: 'visible.list',
  },
  'GET /{uuid}/': {
    summary: `Show one ${things.replace(/s$/, '')} of a tenant`,
    description: LIVE,
    query: z.object(TENANT_QUERY),
    reply: listing.schema,
    refuses: [400, 502],
    rule: 'tenant.see',
  },
});
