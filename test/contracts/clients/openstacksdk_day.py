"""What a program that uses openstacksdk does with a cloud. usage: openstacksdk_day.py AUTH_URL PASSWORD EXTERNAL_NETWORK"""
import sys

import openstack

auth_url, password, external = sys.argv[1:4]


def connect(user, secret, project):
    return openstack.connect(
        auth_url=auth_url, username=user, password=secret, project_name=project, region_name="RegionOne",
        user_domain_id="default", project_domain_id="default", compute_api_version="2.1",
    )


admin = connect("admin", password, "admin")
identity = admin.identity
project = identity.create_project(name="day", description="A day", tags=["a"], domain_id="default")
user = identity.create_user(name="dora", password="pw", default_project_id=project.id, email="d@example.org")
role = identity.find_role("member")
identity.assign_project_role_to_user(project, user, role)
assert identity.validate_user_has_project_role(project, user, role)
assert [one.id for one in identity.projects(name="day", tags="a")] == [project.id]
identity.update_project(project, description="Another day")
network = admin.network
network.update_quota(project.id, networks=3, check_limit=True)
assert network.get_quota(project.id).networks == 3
admin.compute.update_quota_set(project.id, instances=5)
admin.block_storage.update_quota_set(project.id, volumes=5)

mine = connect("dora", "pw", "day")
credential = mine.identity.create_application_credential(user.id, "machine", roles=[{"name": "member"}])
assert [one.id for one in mine.identity.application_credentials(user.id)] == [credential.id]

net = mine.network.create_network(name="net", description="", is_admin_state_up=True)
subnet = mine.network.create_subnet(
    network_id=net.id, ip_version=4, cidr="10.7.0.0/24", name="sub", dns_nameservers=["9.9.9.9"]
)
router = mine.network.create_router(name="way", external_gateway_info={"network_id": external})
mine.network.add_interface_to_router(router, subnet_id=subnet.id)
mine.network.add_extra_routes_to_router(router, {"router": {"routes": [{"destination": "5.0.0.0/8", "nexthop": "10.7.0.9"}]}})
mine.network.remove_extra_routes_from_router(router, {"router": {"routes": [{"destination": "5.0.0.0/8", "nexthop": "10.7.0.9"}]}})
group = mine.network.create_security_group(name="web")
mine.network.create_security_group_rule(
    security_group_id=group.id, direction="ingress", protocol="tcp", port_range_min=443, port_range_max=443,
    remote_ip_prefix="0.0.0.0/0", ether_type="IPv4",
)
port = mine.network.create_port(network_id=net.id, name="nic", security_groups=[group.id])
mine.network.set_tags(port, ["owner:day"])
assert [one.id for one in mine.network.ports(network_id=net.id, name="nic", limit=1)] == [port.id]
floating = mine.network.create_ip(floating_network_id=external, port_id=port.id)
assert [one.id for one in mine.network.security_group_rules(security_group_id=group.id, protocol="tcp", limit=1)]

compute = mine.compute
flavor = next(iter(sorted(compute.flavors(), key=lambda one: (one.disk, one.ram))))
image = next(mine.image.images(limit=1))
apart = compute.create_server_group(name="apart", policy="soft-anti-affinity")
server = compute.create_server(
    name="box", flavor_id=flavor.id, networks=[{"port": port.id}], metadata={"owner": "day"},
    scheduler_hints={"group": apart.id},
    block_device_mapping=[{
        "boot_index": 0, "uuid": image.id, "source_type": "image", "destination_type": "volume",
        "volume_size": 20, "delete_on_termination": True,
    }],
)
server = compute.wait_for_server(server, interval=0.1, wait=20)
assert [one.id for one in compute.servers(name="box", limit=1)] == [server.id]
assert compute.get_server_group(apart).member_ids == [server.id]
volume = mine.block_storage.create_volume(size=1, name="data", metadata={"owner": "day"})
mine.block_storage.wait_for_status(volume, "available", interval=0.1, wait=20)
compute.create_volume_attachment(server, volume_id=volume.id)
compute.delete_volume_attachment(server, volume)
mine.block_storage.delete_volume(volume)

compute.delete_server(server)
compute.wait_for_delete(server, interval=0.1, wait=20)
compute.delete_server_group(apart)
mine.network.delete_ip(floating)
mine.network.delete_port(port)
mine.network.remove_interface_from_router(router, subnet_id=subnet.id)
mine.network.delete_router(router)
mine.network.delete_network(net)
mine.network.delete_security_group(group)
mine.identity.delete_application_credential(user.id, credential)
identity.delete_user(user)
identity.delete_project(project)
print("done")
