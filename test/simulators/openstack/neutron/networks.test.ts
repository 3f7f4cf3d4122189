import { describe, expect, test } from 'vitest';
import { cloudPerFile } from '../cloud-per-file.ts';
import { idIn, rowsIn } from '../cloud-under-test.ts';
import { neutronUnderTest, refused, v2 } from './neutron-under-test.ts';

const cloud = await cloudPerFile();
const { makePort } = neutronUnderTest(cloud);

describe('routers and floating IPs', () => {
  const setInterface = (verb: string) =>
    cloud.demo.put(`${v2}/routers/${cloud.projects.demo.router_id}/${verb}_router_interface`, {
      subnet_id: cloud.projects.demo.subnet_id,
    });

  test('a router joins a subnet once and leaves it once', async () => {
    expect(await setInterface('add')).toMatchObject(refused(400, 'BadRequest'));
    expect(await setInterface('remove')).toMatchObject({
      status: 200,
      body: { subnet_id: cloud.projects.demo.subnet_id },
    });
    expect(await setInterface('remove')).toMatchObject(refused(404, 'RouterInterfaceNotFoundForSubnet'));
    expect((await setInterface('add')).status).toBe(200);
  });

  test('a floating IP holds the way out open and outlives its port', async () => {
    const port_id = await makePort();
    const floatingip = { floating_network_id: cloud.external_network_id, port_id };
    const made = await cloud.demo.post(`${v2}/floatingips`, { floatingip });
    expect(made).toMatchObject({ status: 201, body: { floatingip: { router_id: cloud.projects.demo.router_id } } });
    expect(await cloud.demo.post(`${v2}/floatingips`, { floatingip })).toMatchObject(
      refused(409, 'FloatingIPPortAlreadyAssociated'),
    );
    expect(await setInterface('remove')).toMatchObject(refused(409, 'RouterInterfaceInUseByFloatingIP'));
    const noGateway = { router: { external_gateway_info: {} } };
    expect((await cloud.demo.put(`${v2}/routers/${cloud.projects.demo.router_id}`, noGateway)).status).toBe(409);
    await cloud.demo.delete(`${v2}/ports/${port_id}`);
    expect((await cloud.demo.get(`${v2}/floatingips/${idIn(made)}`)).body).toMatchObject({
      floatingip: { port_id: null },
    });
  });

  test('a floating IP wants an external network and a router in between', async () => {
    const inside = { floatingip: { floating_network_id: cloud.projects.demo.network_id } };
    expect(await cloud.demo.post(`${v2}/floatingips`, inside)).toMatchObject(refused(400, 'BadRequest'));
    await setInterface('remove');
    const before = await cloud.state();
    const floatingip = { floating_network_id: cloud.external_network_id, port_id: await makePort() };
    expect(await cloud.demo.post(`${v2}/floatingips`, { floatingip })).toMatchObject(
      refused(404, 'ExternalGatewayForFloatingIPNotFound'),
    );
    await cloud.demo.delete(`${v2}/ports/${floatingip.port_id}`);
    expect(await cloud.state()).toEqual(before);
  });
});

describe('networks and groups', () => {
  test('a network without ports takes its subnets along, and everything made and deleted leaves the state as it was', async () => {
    const before = await cloud.state();
    const network_id = idIn(await cloud.demo.post(`${v2}/networks`, { network: { name: 'n' } }));
    const subnet = await cloud.demo.post(`${v2}/subnets`, {
      subnet: { network_id, ip_version: 4, cidr: '10.20.0.0/24' },
    });
    expect(subnet.body).toMatchObject({
      subnet: { gateway_ip: '10.20.0.1', allocation_pools: [{ start: '10.20.0.2', end: '10.20.0.254' }] },
    });
    const router = idIn(
      await cloud.demo.post(`${v2}/routers`, {
        router: { external_gateway_info: { network_id: cloud.external_network_id } },
      }),
    );
    await cloud.demo.put(`${v2}/routers/${router}/add_router_interface`, { subnet_id: idIn(subnet) });
    await cloud.demo.put(`${v2}/routers/${router}/remove_router_interface`, { subnet_id: idIn(subnet) });
    expect((await cloud.demo.delete(`${v2}/routers/${router}`)).status).toBe(204);
    expect((await cloud.demo.delete(`${v2}/networks/${network_id}`)).status).toBe(204);
    expect(await cloud.state()).toEqual(before);
  });

  test('the cidr of a subnet never changes, its pool may', async () => {
    const subnet = `${v2}/subnets/${cloud.projects.demo.subnet_id}`;
    expect((await cloud.demo.put(subnet, { subnet: { cidr: '10.20.0.0/24' } })).status).toBe(400);
    const allocation_pools = [{ start: '10.20.5.1', end: '10.20.5.9' }];
    expect((await cloud.demo.put(subnet, { subnet: { allocation_pools } })).body).toMatchObject({
      subnet: { allocation_pools },
    });
  });

  test('the default group has four rules, two of them from itself; a new one has two', async () => {
    const { security_group_id: id } = cloud.projects.demo;
    const rules = rowsIn(await cloud.demo.get(`${v2}/security-group-rules?security_group_id=${id}`));
    expect(rules.map(({ direction, remote_group_id }) => [direction, remote_group_id === id]).sort()).toEqual([
      ['egress', false],
      ['egress', false],
      ['ingress', true],
      ['ingress', true],
    ]);
    const made = await cloud.demo.post(`${v2}/security-groups`, { security_group: { name: 'nodes' } });
    expect(Object(made.body).security_group.security_group_rules).toMatchObject([
      { direction: 'egress' },
      { direction: 'egress' },
    ]);
  });
});
