import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { derivedUuid, type Uuid, uuid } from '../_core/identifier.ts';
import { newRecord, record } from '../_core/record.ts';

/** What a role is of in Rancher (its `context`): a whole cluster, or a project of one. */
export const roleScopeType = z.enum(['cluster', 'project']);

/** A role of a provider's Rancher, as the last pass has seen it (docs/spec/access.md#role-templates). */
export const rancherRoleTemplate = record.extend({
  settingsUuid: uuid,
  scopeType: roleScopeType,
  /** Rancher's id, which bindings and names of groups have: `cluster-owner`. */
  name: z.string(),
  displayName: z.string(),
});
export type RancherRoleTemplate = z.infer<typeof rancherRoleTemplate>;
type Seen = Pick<RancherRoleTemplate, 'settingsUuid' | 'scopeType' | 'name' | 'displayName'>;

/** The same on every pass: who referred to a role that went and came back refers to it again. */
export const roleTemplateUuid = ({ settingsUuid, scopeType, name }: Omit<Seen, 'displayName'>): Uuid =>
  derivedUuid(settingsUuid, `role-template/${scopeType}/${name}`);

export const newRoleTemplate = (seen: Seen, now: Date): RancherRoleTemplate => ({
  ...newRecord(roleTemplateUuid(seen), now),
  ...seen,
});

/** For everybody: a provider's roles are no secret, and belong to nobody. */
export const rancherRoleTemplateRecord = defineRecord({
  name: 'ROLE_TEMPLATE',
  title: 'RoleTemplate',
  schema: rancherRoleTemplate,
  audit: undefined,
});
