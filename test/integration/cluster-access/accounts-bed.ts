import { beforeEach } from 'vitest';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { User } from '#shared/domain/identity/user';
import type { RoleGrant, RoleName } from '#shared/domain/organizations/role';
import { aGrant, aUser, aUuid } from '#test/builders/builders';
import { anOffering } from '#test/builders/offering-builders';
import { type AccessBed, accessBedPerFile, isRead } from './access-bed.ts';

const JOB = 'sync_rancher_users' as const;

/** A provider whose offering manages Rancher users automatically, with helpers that read users and roles. */
export async function accountsBedPerFile() {
  const bed = await accessBedPerFile();
  const { store, provider } = bed;
  const { rancher } = bed.rancher;
  const pluginOptions = { deployment_mode: 'self_managed', automanage_rancher_users: true } as const;
  const offering = anOffering({ settingsUuid: provider.uuid, pluginOptions });
  await store.commit(store.offerings.insert(offering));
  const followed = (fields: Partial<Cluster> = {}) =>
    bed.cluster({ customerUuid: aUuid(), projectUuid: aUuid(), offeringUuid: offering.uuid, ...fields });
  beforeEach(async () => {
    await bed.rancher.backend.simulator?.clearFaults();
    bed.asked.length = 0;
    bed.logged.length = 0;
  });
  const pass = () => bed.pass(JOB);
  const { person, grant } = peopleOf(bed);
  const accountOf = async ({ username }: User) =>
    (await rancher.listAccounts()).find((account) => account.username === username);
  return {
    ...{ ...bed, job: JOB, offering, rancher, backend: bed.rancher.backend, pass, followed, person, grant, accountOf },
    endAccess: () => bed.pass('end_cluster_access'),
    writes: () => bed.asked.filter((it) => !isRead(it)),
    revoke: (item: RoleGrant) => store.commit(store.grants.remove(item)),
    recordOf: async ({ uuid: userUuid }: User) =>
      (await store.rancherUsers.findAll([{ settingsUuid: provider.uuid, userUuid }]))[0],
    linksOf: ({ uuid: userUuid }: User) => store.rancherUserLinks.listByUser({ settingsUuid: provider.uuid, userUuid }),
    async rolesOf(user: User): Promise<Record<string, string[]>> {
      const account = await accountOf(user);
      const bindings = (await rancher.listRoleBindings('cluster')).filter((it) => it.userId === account?.id);
      const byPlace = Map.groupBy(bindings, ({ placeId }) => placeId);
      return Object.fromEntries([...byPlace].map(([place, of]) => [place, of.map((it) => it.roleTemplateId).sort()]));
    },
    /** A user with a role in a cluster. The sync job has created the user's account in Rancher. */
    async admitted(role: RoleName = 'PROJECT.MANAGER') {
      const cluster = await followed();
      const user = await person();
      const given = await grant(cluster, user, role);
      await pass();
      bed.asked.length = 0;
      return { cluster, user, grant: given };
    },
  };
}

const peopleOf = ({ store }: AccessBed) => ({
  async person(fields: Partial<User> = {}): Promise<User> {
    const user = aUser(fields);
    await store.commit(store.users.insert(user));
    return user;
  },
  async grant({ customerUuid, projectUuid }: Cluster, { uuid: userUuid }: User, role: RoleName): Promise<RoleGrant> {
    const scope =
      role === 'CUSTOMER.OWNER'
        ? ({ scopeType: 'customer', scopeUuid: customerUuid } as const)
        : ({ scopeType: 'project', scopeUuid: projectUuid } as const);
    const made = aGrant({ userUuid, role, customerUuid, ...scope });
    await store.commit(store.grants.insert(made));
    return made;
  },
});
