import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '../cloud-per-file.ts';
import { idIn, rowsIn } from '../cloud-under-test.ts';
import { neutronUnderTest, refused, v2 } from './neutron-under-test.ts';

const cloud = await cloudPerFile();
const { makePort, port } = neutronUnderTest(cloud);

const NOBODY = '00000000-0000-4000-8000-000000000009';

describe('what Neutron refuses', () => {
  test.each([
    ['an unknown attribute', 'networks', { network: { bogus: 1 } }, 400, 'HTTPBadRequest'],
    [
      'a provider attribute from a member',
      'networks',
      { network: { 'provider:network_type': 'vlan' } },
      403,
      'PolicyNotAuthorized',
    ],
    ['tags of a new network', 'networks', { network: { tags: ['mine'] } }, 400, 'HTTPBadRequest'],
    [
      'a member’s choice of source NAT, even of the default',
      'routers',
      { router: { external_gateway_info: { network_id: cloud.external_network_id, enable_snat: true } } },
      403,
      'PolicyNotAuthorized',
    ],
    ['an unknown network', 'ports', { port: { network_id: NOBODY } }, 404, 'NetworkNotFound'],
    [
      'a second default group',
      'security-groups',
      { security_group: { name: 'default' } },
      409,
      'SecurityGroupDefaultAlreadyExists',
    ],
    [
      'a rule for an unknown group',
      'security-group-rules',
      { security_group_rule: { security_group_id: NOBODY, direction: 'ingress' } },
      404,
      'SecurityGroupNotFound',
    ],
  ])('%s', async (_what, path, body, status, type) => {
    expect(await cloud.demo.post(`${v2}/${path}`, body)).toMatchObject(refused(status, type));
  });

  test.each([
    ['an overlap', { cidr: '10.20.128.0/24' }, 400, 'InvalidInput'],
    ['no cidr', {}, 400, 'BadRequest'],
    [
      'a pool outside',
      { cidr: '10.9.0.0/24', allocation_pools: [{ start: '10.9.1.1', end: '10.9.1.9' }] },
      400,
      'OutOfBoundsAllocationPool',
    ],
    [
      'a gateway in the pool',
      { cidr: '10.9.0.0/24', allocation_pools: [{ start: '10.9.0.1', end: '10.9.0.9' }] },
      409,
      'GatewayConflictWithAllocationPools',
    ],
    [
      'a reversed pool',
      { cidr: '10.9.0.0/24', allocation_pools: [{ start: '10.9.0.9', end: '10.9.0.5' }] },
      400,
      'InvalidAllocationPool',
    ],
  ])('a subnet with %s', async (_what, wish, status, type) => {
    const subnet = { network_id: cloud.projects.demo.network_id, ip_version: 4, ...wish };
    expect(await cloud.demo.post(`${v2}/subnets`, { subnet })).toMatchObject(refused(status, type));
  });

  test.each([
    ['outside the subnet', '10.21.0.5', 'subnet', 400, 'InvalidIpForSubnet'],
    ['the broadcast address', '10.20.255.255', 'subnet', 400, 'InvalidIpForSubnet'],
    ['outside every subnet', '10.21.0.5', 'network', 400, 'InvalidIpForNetwork'],
    ['that is taken', '10.20.0.1', 'subnet', 409, 'IpAddressAlreadyAllocated'],
  ])('an address %s (%s, by %s)', async (_what, ip_address, by, status, type) => {
    const wanted = { ip_address, ...(by === 'subnet' && { subnet_id: cloud.projects.demo.subnet_id }) };
    expect(await cloud.demo.post(`${v2}/ports`, port({ fixed_ips: [wanted] }))).toMatchObject(refused(status, type));
  });

  test.each([
    ['a duplicate', { protocol: 'tcp', port_range_min: 22, port_range_max: 22 }, 409, 'SecurityGroupRuleExists'],
    [
      'ports the wrong way round',
      { protocol: 'tcp', port_range_min: 9, port_range_max: 8 },
      400,
      'SecurityGroupInvalidPortRange',
    ],
    ['a lowest port only', { protocol: 'tcp', port_range_min: 9 }, 400, 'SecurityGroupInvalidPortRange'],
    [
      'two remotes',
      { remote_ip_prefix: '10.0.0.0/8', remote_group_id: 'self' },
      400,
      'SecurityGroupMultipleRemoteEntites',
    ],
    ['an unknown protocol', { protocol: 'carrier-pigeon' }, 400, 'SecurityGroupRuleInvalidProtocol'],
  ])('a rule that is %s', async (_what, wish, status, type) => {
    const security_group_id = cloud.projects.demo.security_group_id;
    const rule = (more: object) => ({ security_group_rule: { security_group_id, direction: 'ingress', ...more } });
    await cloud.demo.post(
      `${v2}/security-group-rules`,
      rule({ protocol: 'tcp', port_range_min: 22, port_range_max: 22 }),
    );
    const given = 'remote_group_id' in wish ? { ...wish, remote_group_id: security_group_id } : wish;
    expect(await cloud.demo.post(`${v2}/security-group-rules`, rule(given))).toMatchObject(refused(status, type));
  });

  test.each([
    ['a network with ports', () => `networks/${cloud.projects.demo.network_id}`, 'NetworkInUse'],
    ['a subnet with addresses given out', () => `subnets/${cloud.projects.demo.subnet_id}`, 'SubnetInUse'],
    [
      'a group on a port',
      () => `security-groups/${cloud.projects.demo.security_group_id}`,
      'SecurityGroupCannotRemoveDefault',
    ],
    ['a router with an interface', () => `routers/${cloud.projects.demo.router_id}`, 'RouterInUse'],
  ])('deleting %s', async (_what, path, type) => {
    expect(await cloud.demo.delete(`${v2}/${path()}`)).toMatchObject(refused(409, type));
  });

  test('deleting a used group, and a port of a router', async () => {
    const group = idIn(await cloud.demo.post(`${v2}/security-groups`, { security_group: { name: 'nodes' } }));
    await makePort({ security_groups: [group] });
    expect(await cloud.demo.delete(`${v2}/security-groups/${group}`)).toMatchObject(refused(409, 'SecurityGroupInUse'));
    const [own] = rowsIn(await cloud.demo.get(`${v2}/ports?device_owner=network:router_interface`));
    expect(await cloud.demo.delete(`${v2}/ports/${own?.id}`)).toMatchObject(refused(409, 'ServicePortInUse'));
  });

  test('more than the quota, with the resource named', async () => {
    await cloud.admin.put(`${v2}/quotas/${cloud.projects.demo.id}`, { quota: { network: 1 } });
    const answer = await cloud.demo.post(`${v2}/networks`, { network: {} });
    expect(answer).toMatchObject({
      status: 409,
      body: { NeutronError: { type: 'OverQuota', message: "Quota exceeded for resources: ['network']." } },
    });
    const details = await cloud.demo.get(`${v2}/quotas/${cloud.projects.demo.id}/details.json`);
    expect(details.body).toMatchObject({ quota: { network: { limit: 1, used: 1, reserved: 0 } } });
    expect((await cloud.admin.delete(`${v2}/quotas/${cloud.projects.demo.id}`)).status).toBe(204);
    expect((await cloud.demo.post(`${v2}/networks`, { network: {} })).status).toBe(201);
  });
});
