import { z } from 'zod';
import type { OpenStackKind } from '#shared/domain/_core/identifier';
import { MOST_TENANTS, type Tenant } from '#shared/domain/planning/tenant';
import type { FilterTable, Listing } from '../_core/listing.ts';
import type { Operations } from '../_core/operation.ts';
import type { Found, Known } from './openstack-rows.ts';

/** One of Waldur's flat lists of what tenants have; ours ask the clouds at this moment. */
export type OpenStackCollection<T extends Known, V> = {
  /** A machine's uuid follows from its tenant's; all else is known by its cloud. */
  kind: OpenStackKind | 'instance';
  /** The filters that say which tenants are asked; `listing` has them too. */
  places: FilterTable<Tenant>;
  listing: Listing<Found<T>, V>;
};

export const TENANT_QUERY = {
  tenant_uuid: z
    .string()
    .optional()
    .meta({ description: '`tenant_uuid` is this one: a uuid in either form, or the URL of the object.' }),
};

const LIVE = `Read from the clouds at this moment, of the tenants that the caller sees and the filters leave. More than ${MOST_TENANTS} of them are 400: name one by \`tenant_uuid\`.`;

export const openstackOperations = <T extends Known, V>(
  { listing }: OpenStackCollection<T, V>,
  things: string,
): Operations => ({
  'GET /': {
    summary: `List the ${things} of tenants`,
    description: LIVE,
    listing,
    refuses: [400, 502],
    rule: 'visible.list',
  },
  'GET /{uuid}/': {
    summary: `Show one of the ${things} of tenants`,
    description: LIVE,
    query: z.object(TENANT_QUERY),
    reply: listing.schema,
    refuses: [400, 502],
    rule: 'tenant.see',
  },
});
