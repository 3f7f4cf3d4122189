import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { derivedUuid, type Uuid, uuid } from '../_core/identifier.ts';
import { newRecord, record } from '../_core/record.ts';

/** Where a role of Rancher applies (Rancher's `context`): in a cluster, or in one project of a cluster. */
export const roleScopeType = z.enum(['cluster', 'project']);

/** A role template of a provider's Rancher, as the last sync found it (docs/spec/access.md#role-templates). */
export const rancherRoleTemplate = record.extend({
  settingsUuid: uuid,
  scopeType: roleScopeType,
  /** Rancher's id of the role template, such as `cluster-owner`. Role bindings and group names contain this id. */
  name: z.string(),
  displayName: z.string(),
});
export type RancherRoleTemplate = z.infer<typeof rancherRoleTemplate>;
type Seen = Pick<RancherRoleTemplate, 'settingsUuid' | 'scopeType' | 'name' | 'displayName'>;

/**
 * The uuid is the same in every sync. Rancher may omit a role in one sync and list it again later. References to the
 * role stay valid.
 */
export const roleTemplateUuid = ({ settingsUuid, scopeType, name }: Omit<Seen, 'displayName'>): Uuid =>
  derivedUuid(settingsUuid, `role-template/${scopeType}/${name}`);

export const newRoleTemplate = (seen: Seen, now: Date): RancherRoleTemplate => ({
  ...newRecord(roleTemplateUuid(seen), now),
  ...seen,
});

/** Role templates belong to no customer. Every user may see them. */
export const rancherRoleTemplateRecord = defineRecord({
  name: 'ROLE_TEMPLATE',
  title: 'RoleTemplate',
  schema: rancherRoleTemplate,
  audit: undefined,
});
