import { z } from 'zod';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Customer } from '#shared/domain/organizations/customer';
import { may } from '#shared/domain/organizations/permission';
import { roleUuid } from '#shared/domain/organizations/role';
import { anyOf, createdInstants } from '../_core/common-filters.ts';
import { looseText, text } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperation, ApiOperations, RestResource } from '../_core/operation.ts';
import { memberOperations } from './members.ts';

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

/** The bodies that change a customer. PUT requires the name. Other fields that are left out do not change. */
export const customerChangeBody = z.object({ name: text(150), abbreviation: looseText(12) }).partial();
export const customerPutBody = customerChangeBody.required({ name: true });

/** The names and uuids of the caller's roles in a customer. Waldur's clients filter by name or by uuid. */
const rolesOfAsker = ({ uuid }: Customer, asker: Caller | undefined): string[] =>
  (asker?.grants ?? [])
    .filter(({ scopeType, scopeUuid }) => scopeType === 'customer' && scopeUuid === uuid)
    .flatMap(({ role }) => [role, roleUuid(role)]);

export const customerListing: Listing<Customer, CustomerView> = {
  filters: {
    contains: {
      name: ({ name }) => name,
      abbreviation: ({ abbreviation }) => abbreviation,
      query: anyOf(
        ({ name }) => name,
        ({ abbreviation }) => abbreviation,
        ({ slug }) => slug,
        ({ uuid }) => uuid,
      ),
    },
    equals: { name_exact: ({ name }) => name, slug: ({ slug }) => slug },
    oneOf: { current_user_has_role: rolesOfAsker },
    flags: {
      owned_by_current_user: (item, asker) => rolesOfAsker(item, asker).includes('CUSTOMER.OWNER'),
      current_user_has_project_create_permission: ({ uuid }, asker) =>
        asker !== undefined && may(asker, 'project.create', { customerUuid: uuid }),
      accounting_is_running: () => true,
      archived: () => false,
      is_call_managing_organization: () => false,
    },
    instants: createdInstants,
    nothing: [
      'agreement_number',
      'backend_id',
      'contact_details',
      'native_name',
      'registration_code',
      'organization_group_name',
      'organization_group_uuid',
    ],
  },
  orderings: { name: ({ name }) => name, created: ({ created }) => created },
  schema: customerView,
  view: viewCustomer,
};

const change = (body: z.ZodType, summary: string): ApiOperation => ({
  summary,
  rule: 'customer.update',
  body,
  reply: customerView,
  description:
    'Before the call answers, a new name is also written to the customer’s projects, offerings and invitations, and to the records of its projects, such as tenants, orders, resources and clusters. Contents of clusters show the new name after their next pull.',
  bodyExample: { name: 'ACME Ltd', abbreviation: 'ACME' },
});
const operations: ApiOperations = {
  'GET /': {
    summary: 'List customers',
    rule: 'visible.list',
    description:
      'Customers in which the caller has a role, and customers of projects in which the caller has a role. Staff and support see all customers.',
    listing: customerListing,
  },
  'GET /{uuid}/': { summary: 'Show a customer', rule: 'customer.see', reply: customerView },
  'POST /': {
    summary: 'Create a customer',
    rule: 'customer.create',
    body: newCustomerBody,
    bodyExample: { name: 'Sample Research', abbreviation: 'SR' },
    status: 201,
    reply: customerView,
  },
  'PATCH /{uuid}/': change(customerChangeBody, 'Change a customer'),
  'PUT /{uuid}/': change(customerPutBody, 'Replace a customer'),
  'DELETE /{uuid}/': {
    summary: 'Delete an empty customer',
    rule: 'customer.delete',
    description:
      'Also deletes the roles, invitations, site agents and Cluster API templates of the customer. Refused while the customer has a project, a provider or cloud, a published Cluster API template, or an offering that is not archived.',
    status: 204,
    refuses: [400],
  },
  ...memberOperations('customer'),
};

export const customersResource: RestResource = {
  group: 'Operators',
  is: 'Customers (organizations) and their owners. Projects and offerings belong to a customer.',
  operations,
};
