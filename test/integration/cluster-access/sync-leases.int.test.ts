import { expect, test } from 'vitest';
import { syncProvider } from '#shared/app/provider-syncs/sync-provider';
import { listProviders } from '#shared/app/providers/list-providers';
import { aUuid, someRancherSettings } from '#test/builders/builders';
import { accessBedPerFile } from './access-bed.ts';

const bed = await accessBedPerFile();
const { store, clock, provider } = bed;
const lease = (job: 'sync_rancher_roles' | 'delete_leftover_keycloak_groups') => ({
  ...{ settingsUuid: provider.uuid, job, holder: aUuid() },
  heldUntil: new Date(clock.now().getTime() + 60_000).toISOString(),
});

test('no two passes are at one provider: another run of the job is left to it, another job takes its turn', async () => {
  const held = lease('sync_rancher_roles');
  expect(await store.syncJobs.begin(held)).toBe(true);
  expect(await bed.pass('sync_rancher_roles')).toBeUndefined();
  expect(await bed.pass('sync_keycloak_users')).toBeUndefined();
  await expect(bed.pass('delete_leftover_keycloak_groups')).rejects.toMatchObject({ name: 'ProviderBusy' });
  await store.syncJobs.end(held);
  expect(await bed.pass('delete_leftover_keycloak_groups')).toBeDefined();
});

test('a pass that fails gives its turn back, and what was remembered stays', async () => {
  const memory = { suspects: ['g1'] };
  await store.syncJobs.remember(provider.uuid, 'sync_rancher_roles', memory);
  await bed.rancher.backend.simulator?.plan({ path: '^/v3/roletemplates', kind: 'status', status: 503 });
  await expect(bed.pass('sync_rancher_roles')).rejects.toMatchObject({ name: 'BackendUnavailable' });
  await bed.rancher.backend.simulator?.clearFaults();
  expect(await store.syncJobs.recall(provider.uuid, 'sync_rancher_roles')).toEqual(memory);
  expect(await bed.pass('sync_rancher_roles')).toBeDefined();
});

test('the turn of one who died runs out, and who comes back late takes away nobody’s', async () => {
  const dead = lease('sync_rancher_roles');
  expect(await store.syncJobs.begin(dead)).toBe(true);
  clock.advance(61);
  const alive = lease('delete_leftover_keycloak_groups');
  expect(await store.syncJobs.begin(alive)).toBe(true);
  await store.syncJobs.end(dead);
  expect(await store.syncJobs.findLease(provider.uuid)).toMatchObject({ holder: alive.holder });
  await store.syncJobs.end(alive);
});

test('roles are kept at every provider, all else where there is a Keycloak', async () => {
  const without = someRancherSettings();
  await store.commit(store.settings.insert(without));
  expect((await listProviders(bed.deps, 'sync_rancher_roles')).sort()).toEqual([provider.uuid, without.uuid].sort());
  expect(await listProviders(bed.deps, 'delete_leftover_keycloak_groups')).toEqual([provider.uuid]);
  expect(await syncProvider(bed.deps, { job: 'delete_leftover_keycloak_groups', settingsUuid: without.uuid })).toEqual({
    ...{ written: 0, removed: 0, failed: 0 },
  });
});
