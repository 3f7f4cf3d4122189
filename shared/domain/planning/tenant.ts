import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { BY_BACKEND_ID } from '../_core/record-filters.ts';
import { inProject } from '../organizations/placement.ts';

/** An OpenStack project that a customer's project may put machines into. */
export const tenant = record.extend({
  name: z.string(),
  ...inProject.shape,
  settingsUuid: uuid,
  settingsName: z.string(),
  /** Keystone's project id. */
  backendId: z.string(),
  /** True when the tenant brought an application credential; it is in the secret store. */
  hasOwnCredential: z.boolean(),
});
export type Tenant = z.infer<typeof tenant>;

/** That one call asks the clouds of: it waits for the slowest of them. */
export const MOST_TENANTS = 10;

export const tenantRecord = defineRecord({
  name: 'TENANT',
  title: 'Tenant',
  schema: tenant,
  listedBy: ['customer', 'project'],
  filters: {
    name: ({ name }) => name,
    match: BY_BACKEND_ID,
  },
  audit: {
    model: 'OpenStack.Tenant',
    title: 'Tenant',
    created: 'resource_import_succeeded',
    updated: 'resource_update_succeeded',
    deleted: 'resource_deletion_succeeded',
    fields: {
      projectUuid: 'hidden',
      projectName: 'hidden',
      customerUuid: 'hidden',
      customerName: 'hidden',
      name: 'shown',
      settingsUuid: 'detail',
      settingsName: 'shown',
      backendId: 'shown',
      hasOwnCredential: 'shown',
    },
  },
});
