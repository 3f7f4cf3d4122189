import { brakeRemoval } from '../../domain/access/deletion-brake.ts';
import { diffRoleTemplates } from '../../domain/access/diff-role-templates.ts';
import { rememberedSuspects } from '../../domain/access/provider-passes.ts';
import { newRoleTemplate, type RancherRoleTemplate } from '../../domain/rancher-role-template.ts';
import { changed } from '../../domain/record.ts';
import { commitInChunks } from '../commit-in-chunks.ts';
import type { Pass, PassDeps } from './pass.ts';

/**
 * The provider's roles as its Rancher has them (S0-142). One that Rancher has lost goes when it was missing twice and no group hangs on it:
 * in Waldur a list that is short for once takes the access of everybody away (waldur-rancher.md §10-8).
 */
export const syncRancherRoles: Pass = async (deps, provider, last) => {
  const { store, clock, rancher, brake } = deps;
  const settingsUuid = provider.uuid;
  const found = await (await rancher.open(provider)).listRoleTemplates();
  const recorded = await store.roleTemplates.listByProvider(settingsUuid);
  const { create, rename, missing } = diffRoleTemplates(recorded, found);
  const candidates = missing.map((role) => ({ id: role.uuid, role }));
  const suspects = new Set(last.suspects);
  const { remove, suspects: next, stopped } = brakeRemoval({ candidates, total: recorded.length, suspects }, brake);

  const now = clock.now();
  const made = create.map((role) => newRoleTemplate({ settingsUuid, ...role }, now));
  await commitInChunks(store, made, (role) => [store.roleTemplates.insert(role)]);
  const renamed = rename.map(({ role, displayName }) => changed(role, now, { displayName }));
  await commitInChunks(store, renamed, (role) => [store.roleTemplates.replace(role)]);
  const unused = await withoutGroups(
    deps,
    settingsUuid,
    remove.map(({ role }) => role),
  );
  await commitInChunks(store, unused, (role) => [store.roleTemplates.remove(role)]);
  return {
    report: {
      written: made.length + renamed.length,
      ...{ removed: unused.length, failed: 0 },
      ...(stopped && { stopped }),
    },
    memory: { suspects: rememberedSuspects(next) },
  };
};

async function withoutGroups(
  { store }: PassDeps,
  settingsUuid: string,
  roles: RancherRoleTemplate[],
): Promise<RancherRoleTemplate[]> {
  if (roles.length === 0) return [];
  const used = new Set((await store.keycloakGroups.listByProvider(settingsUuid)).map(({ roleUuid }) => roleUuid));
  return roles.filter(({ uuid }) => !used.has(uuid));
}
