import { z } from 'zod';
import type { SshKey } from '#shared/domain/identity/ssh-key';
import type { ServiceProvider } from '#shared/domain/site-agents/service-provider';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { sshKeyView, viewSshKey } from '../identity/keys.ts';

/** A customer in the format of Waldur's service providers. Fields that Paddock has no value for are left out. */
export const serviceProviderView = z
  .object({
    url: z.string(),
    uuid: z.string().meta({ description: 'The uuid of the customer.' }),
    customer: z.string(),
    customer_uuid: z.string(),
    customer_name: z.string(),
    customer_slug: z
      .string()
      .meta({ description: 'A short name of the customer for use in URLs.', examples: ['sample-research'] }),
    customer_abbreviation: z.string().meta({ description: 'A short form of the customer’s name.', examples: ['SR'] }),
    offering_count: z.int().meta({ description: 'Number of the customer’s offerings in any state.', examples: [2] }),
    created: z.string(),
  })
  .meta({ id: 'ServiceProvider' });
type ServiceProviderView = z.infer<typeof serviceProviderView>;

export const viewServiceProvider = (link: Link, { customer, offeringCount }: ServiceProvider): ServiceProviderView => ({
  url: link('marketplace-service-providers', customer.uuid),
  uuid: customer.uuid,
  customer: link('customers', customer.uuid),
  customer_uuid: customer.uuid,
  customer_name: customer.name,
  customer_slug: customer.slug,
  customer_abbreviation: customer.abbreviation,
  offering_count: offeringCount,
  created: customer.created,
});

export const serviceProviderListing: Listing<ServiceProvider, ServiceProviderView> = {
  filters: {
    within: ['customer'],
    instants: {
      created: { is: 'from', of: ({ customer }) => customer.created },
      created_before: { is: 'until', of: ({ customer }) => customer.created },
      modified: { is: 'from', of: ({ customer }) => customer.modified },
      modified_before: { is: 'until', of: ({ customer }) => customer.modified },
    },
    contains: { customer_keyword: ({ customer }) => `${customer.name}\n${customer.abbreviation}` },
  },
  orderings: { customer_name: ({ customer }) => customer.name },
  schema: serviceProviderView,
  view: viewServiceProvider,
};

/**
 * Waldur's list of SSH keys that users have given to a provider. Paddock has no such keys, so the list is always empty.
 */
export const handedKeyListing: Listing<SshKey, z.infer<typeof sshKeyView>> = {
  filters: {
    nothing: [
      'name',
      'name_exact',
      'fingerprint_md5',
      'fingerprint_sha256',
      'fingerprint_sha512',
      'user_uuid',
      'created',
      'created_before',
      'modified',
      'modified_before',
      'is_shared',
    ],
  },
  orderings: {},
  schema: sshKeyView,
  view: viewSshKey,
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List service providers',
    rule: 'visible.list',
    description: 'The customers that have offerings and that the caller owns.',
    listing: serviceProviderListing,
  },
  'GET /{uuid}/': { summary: 'Show a service provider', rule: 'service_provider.see', reply: serviceProviderView },
  'GET /{uuid}/keys/': {
    summary: 'List SSH keys that customers have given to a service provider',
    rule: 'service_provider.see',
    description: 'Always empty: orders of a site agent’s offering do not have SSH keys.',
    listing: handedKeyListing,
  },
};

export const marketplaceServiceProvidersResource: RestResource = {
  group: 'Operators',
  is: 'Customers that sell offerings. A site agent looks up its own customer.',
  operations,
};
