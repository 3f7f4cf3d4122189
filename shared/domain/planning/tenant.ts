import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { uuid } from '../_core/identifier.ts';
import { record } from '../_core/record.ts';
import { BY_BACKEND_ID } from '../_core/record-filters.ts';
import { inProject } from '../organizations/placement.ts';

/** A project of OpenStack in which a project of Paddock may create machines. */
export const tenant = record.extend({
  name: z.string(),
  ...inProject.shape,
  settingsUuid: uuid,
  settingsName: z.string(),
  /** Keystone's id of the project. */
  backendId: z.string(),
  /** Whether the secret store has an application credential of this tenant. */
  hasOwnCredential: z.boolean(),
});
export type Tenant = z.infer<typeof tenant>;

/**
 * Maximum number of tenants that one API call reads from their clouds. Such a call is as slow as the slowest cloud.
 */
export const MAX_TENANTS = 10;

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
