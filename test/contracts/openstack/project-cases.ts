import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { CloudAdmin, CloudProject, ProjectCounts } from '#shared/ports/openstack/cloud-admin';
import type { CloudUnderTest } from './cloud-under-test.ts';
import { type PreparedAccounts, prepareAccounts } from './prepare-accounts.ts';
import { prepareExternal } from './prepare-gateway.ts';

const id = z.object({ id: z.string() });
/** Some of these counts exceed the default quota of any cloud. A kind that is missing here has the count zero. */
const COUNTS: ProjectCounts = {
  ...{ instances: 21, serverGroups: 2, serverGroupMembers: 17, volumes: 63 },
  ...{ networks: 1, subnets: 1, routers: 1, ports: 24, floatingIps: 1, securityGroups: 3, securityGroupRules: 140 },
};

export function projectCases(cloud: () => CloudUnderTest): void {
  describe('projects', () => {
    let admin: CloudAdmin;
    let accounts: PreparedAccounts;
    let project: CloudProject;
    const tag = `paddock:cluster:${randomUUID()}`;
    const aProject = () => ({ name: `os-tenant-${randomUUID().slice(0, 8)}`, description: 'the owner', tags: [tag] });
    beforeAll(async () => {
      accounts = await prepareAccounts(cloud());
      const { sessions } = cloud().sessions({ options: { domainName: accounts.domain.name } });
      admin = await sessions.admin(cloud().settings.uuid);
    });
    afterAll(() => accounts.remove());
    beforeEach(async () => {
      project = await admin.createProject(aProject());
      return async () => {
        await admin.deleteProjectQuotas(project.id);
        await admin.deleteProject(project.id);
      };
    });

    test('one is made in the domain with its tags, and found by exact name and by tag among the domain’s', async () => {
      expect(project).toMatchObject({ description: 'the owner', tags: [tag] });
      expect(await admin.listProjects({ name: project.name })).toEqual([project]);
      expect(await admin.listProjects({ name: project.name.toUpperCase() })).toEqual([]);
      expect(await admin.listProjects({ name: project.name.slice(0, -1) })).toEqual([]);
      expect(await admin.listProjects({ tag })).toEqual([project]);
      expect(await admin.listProjects({ tag: tag.slice(0, -1) })).toEqual([]);
      expect((await admin.listProjects()).map(({ name }) => name).sort()).toEqual(['home', project.name].sort());
    });
    test('a second one of that name is a conflict, in whatever case; one in another domain is not seen', async () => {
      for (const name of [project.name, project.name.toUpperCase()]) {
        await expect(admin.createProject({ ...aProject(), name })).rejects.toMatchObject({ name: 'BackendConflict' });
      }
      const { sessions } = cloud().sessions();
      const elsewhere = await sessions.admin(cloud().settings.uuid);
      expect(await elsewhere.listProjects({ name: project.name })).toEqual([]);
      expect(await elsewhere.listProjects({ name: cloud().cloud.access.admin.project_name })).toHaveLength(1);
    });
    test('a name over 64 characters is refused', async () => {
      const long = { ...aProject(), name: 'x'.repeat(65) };
      await expect(admin.createProject(long)).rejects.toMatchObject({ name: 'BackendRejected' });
    });
    test('a deleted one is gone, twice too, and leaves what was in it', async () => {
      await admin.joinProject(project.id);
      const { id: networkId } = await (await tenantSession()).createNetwork({ name: 'orphan', description: '' });
      await admin.deleteProject(project.id);
      await admin.deleteProject(project.id);
      expect(await admin.listProjects({ tag })).toEqual([]);
      const operator = cloud().cloud.admin;
      const left = `/networks?project_id=${project.id}`;
      const { networks } = await operator.ask('network', 'GET', left, z.object({ networks: z.array(id) }));
      expect(networks).toMatchObject([{ id: networkId }]);
      await operator.ask('network', 'DELETE', `/networks/${networkId}`, z.unknown());
      await admin.deleteDefaultSecurityGroup(project.id);
    });

    const tenantSession = () => {
      const opening = { tenant: { hasOwnCredential: false, backendId: project.id } };
      const { sessions, tenant } = cloud().sessions(opening);
      return sessions.open(tenant);
    };
    test('the account opens a session in one that it has joined, and joins it again', async () => {
      await expect(tenantSession()).rejects.toMatchObject({ name: 'BackendUnauthorized' });
      await admin.joinProject(project.id);
      await admin.joinProject(project.id);
      expect(await (await tenantSession()).projectId()).toBe(project.id);
      await admin.deleteDefaultSecurityGroup(project.id);
    });
    test('one that is not there cannot be joined', async () => {
      const missing = admin.joinProject(randomUUID().replaceAll('-', ''));
      await expect(missing).rejects.toMatchObject({ name: 'BackendNotFound' });
    });

    test('quotas are the limits in the cloud’s units, with room for the counts; wider ones stay', async () => {
      const before = await admin.readProjectQuotas(project.id);
      const type = (await admin.defaultVolumeType()) ?? '';
      await admin.setProjectQuotas(project.id, { cores: 84, ram: 172_032, [`gigabytes_${type}`]: 1_000_000 }, COUNTS);
      const limits = await limitsOf();
      expect(limits).toMatchObject({
        ...{ cores: 84, ram: 172_032, gigabytes: 977, [`gigabytes_${type}`]: 977, volumes: 63, instances: 21 },
        ...{ server_group_members: 17, security_group_rule: 140 },
        ...{ ports: before.ports?.limit, server_groups: before.server_groups?.limit, network: before.network?.limit },
      });
      await admin.setProjectQuotas(project.id, { cores: 4, ram: 1024, storage: 20_480 }, { ...COUNTS, volumes: 1 });
      expect(await limitsOf()).toMatchObject({ cores: 4, ram: 1024, gigabytes: 20, volumes: 63 });
    });
    const limitsOf = async () => {
      const quotas = await admin.readProjectQuotas(project.id);
      return Object.fromEntries(Object.entries(quotas).map(([name, { limit }]) => [name, limit]));
    };
    test('deleted quotas are the cloud’s defaults again, twice too', async () => {
      const before = await admin.readProjectQuotas(project.id);
      await admin.setProjectQuotas(project.id, { cores: 3, ram: 1024, storage: 1024 }, COUNTS);
      await admin.deleteProjectQuotas(project.id);
      expect(await admin.readProjectQuotas(project.id)).toEqual(before);
      await admin.deleteProjectQuotas(project.id);
    });
    test('a volume type that the cloud does not have cannot be limited, which is reported when nothing is under way any more', async () => {
      await cloud().simulator?.plan({ kind: 'slow', method: 'PUT', path: '/compute/.*/os-quota-sets/', delayMs: 100 });
      const limits = { cores: 3, ram: 1024, gigabytes_nope: 1024 };
      await expect(admin.setProjectQuotas(project.id, limits, COUNTS)).rejects.toMatchObject({
        name: 'BackendRejected',
        message: expect.stringContaining('gigabytes_nope'),
      });
      await cloud().simulator?.clearFaults();
      expect(await limitsOf()).toMatchObject({ cores: 3, ram: 1024 });
    });

    test('the default security group, which a member cannot delete, goes, in use or not there as well', async () => {
      await admin.joinProject(project.id);
      const session = await tenantSession();
      const [standard] = await session.listSecurityGroups();
      const groupId = standard?.id ?? '';
      await expect(session.deleteSecurityGroup(groupId)).rejects.toMatchObject({ name: 'BackendConflict' });
      const own = await session.createSecurityGroup({ name: 'own', description: '' });
      await admin.deleteDefaultSecurityGroup(project.id);
      expect((await session.listSecurityGroups()).map(({ id: it }) => it)).toContain(own.id);
      await session.deleteSecurityGroup(own.id);
      await admin.deleteDefaultSecurityGroup(project.id);
      await admin.deleteDefaultSecurityGroup(project.id);
      // A list with a project filter would make Neutron create the default group, so this list has no project filter.
      const groups = z.object({ security_groups: z.array(id.extend({ project_id: z.string() })) });
      const all = await cloud().cloud.admin.ask('network', 'GET', '/security-groups?name=default', groups);
      expect(all.security_groups.filter(({ project_id }) => project_id === project.id)).toEqual([]);
    });

    test('before there is any, the cloud shows what can be had in one', async () => {
      const external = await prepareExternal(cloud().cloud);
      const tenant = await cloud().open();
      expect(await admin.listFlavors()).toEqual(await tenant.listFlavors());
      expect(await admin.listImages()).toEqual(await tenant.listImages());
      expect(await admin.listVolumeTypes()).toEqual(await tenant.listVolumeTypes());
      const offered = { id: external.networkId, name: external.name };
      expect(await admin.listExternalNetworks()).toContainEqual(offered);
      expect(await tenant.listExternalNetworks()).toContainEqual(offered);
      expect((await admin.listExternalNetworks()).map((it) => it.id)).not.toContain(cloud().cloud.project.networkId);
      expect(await admin.listAvailabilityZones()).toEqual(await tenant.listAvailabilityZones());
      expect(await admin.listAvailabilityZones()).toContain('nova');
      await external.remove();
    });
  });
}
