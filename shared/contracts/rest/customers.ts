import { z } from 'zod';
import type { Customer } from '../../domain/customer.ts';
import { looseText, text } from './fields.ts';
import type { Link } from './link.ts';
import type { Listing } from './listing.ts';
import { memberOperations } from './members.ts';
import type { Operations } from './operation.ts';

export const customerView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    slug: z.string(),
    abbreviation: z.string(),
    created: z.string(),
  })
  .meta({ id: 'Customer' });
export type CustomerView = z.infer<typeof customerView>;

export function viewCustomer(link: Link, { uuid, name, slug, abbreviation, created }: Customer): CustomerView {
  return { url: link('customers', uuid), uuid, name, slug, abbreviation, created };
}

export const newCustomerBody = z.object({ name: text(150), abbreviation: looseText(12).default('') });

export const customerListing: Listing<Customer, CustomerView> = {
  filters: {
    contains: { name: ({ name }) => name, abbreviation: ({ abbreviation }) => abbreviation },
    equals: { name_exact: ({ name }) => name, slug: ({ slug }) => slug },
  },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: customerView,
  view: viewCustomer,
};

export const customerOperations: Operations = {
  'GET /': {
    summary: 'List customers',
    rule: 'visible.list',
    description: 'Those in which, or in one of whose projects, the caller has a role.',
    listing: customerListing,
  },
  'GET /{uuid}/': { summary: 'Show a customer', rule: 'customer.see', reply: customerView },
  'POST /': {
    summary: 'Create a customer',
    rule: 'customer.create',
    body: newCustomerBody,
    status: 201,
    reply: customerView,
  },
  ...memberOperations('customer'),
};
