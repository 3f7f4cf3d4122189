import { expect, test } from 'vitest';
import { failureOf } from '#shared/domain/_core/failure';
import { Misconfigured } from '#shared/errors';
import { cloudAccess } from '#test/contracts/openstack/cloud-admin';
import { novaReader } from '#test/simulators/vm-runner/nova-reader';
import { ADA_KEY } from '#test/ssh-keys';
import { nodesOf, preparedOrder, requestServers, stepWorldPerFile } from '../_worlds/step-world.ts';
import { attributesIn, requestIn } from '../_worlds/world.ts';

const world = await stepWorldPerFile();

async function serverNames(): Promise<string[]> {
  const { auth_url, admin } = cloudAccess.parse(world.cloud.printed);
  const { username, password, project_name: project, user_domain_name: domain } = admin;
  const servers = await novaReader({ authUrl: auth_url, username, password, project, domain }).servers();
  return servers.map(({ name }) => name);
}

/** Machines read their user data with PyYAML. PyYAML ends a line at each of these characters. */
test.each(['\u2028', '\u2029', '\u0085', '\n'])(
  'a key that was stored with %j in its comment reaches no machine: the order fails, and the operator hears why',
  async (lineBreak) => {
    const sshPublicKey = `${ADA_KEY}${lineBreak}bootcmd: [touch /root/owned]`;
    const begun = await preparedOrder(world, { ...attributesIn(world), sshPublicKey });
    const failed: unknown = await requestServers(world, begun).catch((error: unknown) => error);
    if (!(failed instanceof Misconfigured)) throw new Error(`the machines were requested: ${failed}`);
    expect(
      failureOf({ error: failed.name, cause: failed.message, step: 's' }, '2026-03-01T12:00:00.000Z'),
    ).toMatchObject({
      ...{ code: 'CONFIGURATION', owner: 'operator' },
      message: expect.stringMatching(/^The user data of .* was not created\. Wrong values: spec\.sshPublicKey\.$/),
    });
    const nodes = await nodesOf(world, begun);
    expect(nodes.length).toBeGreaterThan(0);
    expect(await serverNames()).not.toEqual(expect.arrayContaining([nodes[0]?.spec.name]));
  },
);

test('a place to mount at that is two lines of fstab reaches no machine', async () => {
  const disk = { sizeMb: 1024, mountPoint: '/srv none\n/dev/sda1 /etc', filesystem: 'ext4' };
  const nodes = [{ ...requestIn(world.demo, 'server'), dataVolumes: [disk] }, requestIn(world.demo, 'agent')];
  const begun = await preparedOrder(world, { ...attributesIn(world), nodes });
  await expect(requestServers(world, begun)).rejects.toThrow('spec.dataVolumes.0.mountPoint');
});
