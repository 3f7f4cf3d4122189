import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { EXAMPLES } from '#test/cloud-init-examples';
import { cloudAccess } from '#test/contracts/openstack/cloud-admin';
import { novaReader } from '#test/simulators/vm-runner/nova-reader';
import { ADA_KEY, BOB_KEY } from '#test/ssh-keys';
import { nodesOf, orderWithServers, registrationOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import { attributesIn, requestIn } from '../_worlds/world.ts';

const world = await stepWorldPerFile();

const userData = z.object({
  hostname: z.string(),
  ssh_authorized_keys: z.array(z.string()).optional(),
  fs_setup: z.array(z.object({ filesystem: z.string() })).optional(),
  mounts: z.array(z.array(z.string())).optional(),
  write_files: z.array(z.object({ path: z.string(), content: z.string() })),
  runcmd: z.array(z.union([z.string(), z.array(z.string())])),
});

/** Reads the machine's user data from Nova with the account of the cloud's operator. */
async function userDataOf(name: string) {
  const { auth_url, admin } = cloudAccess.parse(world.cloud.printed);
  const { username, password, project_name: project, user_domain_name: domain } = admin;
  const servers = await novaReader({ authUrl: auth_url, username, password, project, domain }).servers();
  const encoded = servers.find((server) => server.name === name)?.['OS-EXT-SRV-ATTR:user_data'] ?? '';
  const text = Buffer.from(encoded, 'base64').toString();
  expect(text).toMatch(/^#cloud-config\n/);
  return { text, config: userData.parse(parse(text)) };
}

test('each machine learns from its cloud-init its name, where to register and to report, and nothing of Vault (S0-187, S0-188, S0-201)', async () => {
  const begun = await orderWithServers(world);
  const registration = await registrationOf(world, begun);
  for (const { uuid, spec } of await nodesOf(world, begun)) {
    const { text, config } = await userDataOf(spec.name);
    expect(config).toMatchObject({ hostname: spec.name, runcmd: [['/usr/local/sbin/paddock-join']] });
    const script = config.write_files.find(({ path }) => path === '/usr/local/sbin/paddock-join')?.content;
    for (const said of [
      `RANCHER_URL='${world.rancherSimulator.url}'`,
      `REGISTRATION_TOKEN='${registration?.token}'`,
      `CA_CHECKSUM='${registration?.caChecksum}'`,
      `PHONE_HOME_URL='https://paddock.example.org/webhooks/nodes/${uuid}'`,
      spec.role === 'server' ? ' --etcd --controlplane\n' : ' --worker\n',
    ]) {
      expect(script).toContain(said);
    }
    expect(text).not.toMatch(/vault/i);
  }
});

test('each machine lets its own SSH key in or the order’s, and mounts its own disks (S0-169, S0-256, S0-268, S0-271, S0-272)', async () => {
  const { demo } = world;
  const disk = { sizeMb: 51_200, mountPoint: '/opt/rke2_storage', filesystem: 'btrfs' };
  const server = { ...requestIn(demo, 'server'), sshPublicKey: BOB_KEY, dataVolumes: [disk] };
  const nodes = [server, requestIn(demo, 'agent')];
  const begun = await orderWithServers(world, {
    ...attributesIn(world),
    ...{ sshPublicKey: ADA_KEY, nodes },
  });
  const [agentName = '', serverName = ''] = (await nodesOf(world, begun)).map(({ spec }) => spec.name);
  expect((await userDataOf(serverName)).config).toMatchObject({
    ssh_authorized_keys: [BOB_KEY],
    fs_setup: [{ filesystem: 'btrfs' }],
    mounts: [[expect.any(String), '/opt/rke2_storage', 'btrfs', expect.any(String), '0', '2']],
  });
  const { config } = await userDataOf(agentName);
  expect(config.ssh_authorized_keys).toEqual([ADA_KEY]);
  expect([config.fs_setup, config.mounts]).toEqual([undefined, undefined]);
});

test('a provider’s own template is the user data of its machines, filled in for each, on its own kind of disks (S0-279)', async () => {
  const { store, clock, settings, demo } = world;
  const own = { cloudInitTemplate: EXAMPLES.plainToken, nodeDiskDriver: 'vd' as const };
  const options = { ...settings.options, ...own };
  await store.commit(store.settings.replace(changed(settings, clock.now(), { options })));
  const disk = { sizeMb: 1024, mountPoint: '/data', filesystem: 'ext4' };
  const nodes = [requestIn(demo, 'server'), { ...requestIn(demo, 'agent'), dataVolumes: [disk] }];
  const begun = await orderWithServers(world, { ...attributesIn(world), nodes });
  const { token = '' } = (await registrationOf(world, begun)) ?? {};
  for (const { spec } of await nodesOf(world, begun)) {
    const { config } = await userDataOf(spec.name);
    expect(config).toMatchObject({ hostname: spec.name, runcmd: ['/root/join'] });
    const script = config.write_files.find(({ path }) => path === '/root/join')?.content ?? '';
    expect(script).toContain(`role=${spec.role}\n`);
    expect(script).toContain(`CATTLE_TOKEN=${token} `);
    const disks = config.mounts?.map(([device]) => device);
    expect(disks).toEqual(spec.role === 'agent' ? ['/dev/sdz', '/dev/vdb1'] : ['/dev/sdz']);
  }
});
