import { boolean, integer, listOf, name, oneOf, registryPath, version } from './label-kinds.ts';
import { withDefault, withoutDefault } from './label-rule.ts';

const MAX_VOLUME_GB = 65_536;
const MAX_NODES = 1000;
const volumeSize = integer(0, MAX_VOLUME_GB, 'GB');
const zones = listOf('names of availability zones', /^[\w.-]{1,255}$/);

/** Labels about machines: their Kubernetes version, availability zones, disks and number. */
export const NODE_LABELS = {
  kube_tag: withoutDefault(version, 'the version in the provider’s settings', {
    effect: 'The version of Kubernetes. The image of the machines must have this version.',
    change: 'rolls-all',
  }),
  auto_healing_enabled: withDefault(boolean, true, {
    effect: 'Replaces machines that stay unhealthy, if at most 40 % of their group are unhealthy.',
    change: 'in-place',
  }),
  auto_scaling_enabled: withDefault(boolean, false, {
    effect: 'Lets the cluster autoscaler choose the number of workers within the bounds.',
    change: 'in-place',
  }),
  min_node_count: withoutDefault(integer(0, MAX_NODES), 'the bound of the node group', {
    effect: 'The fewest workers that the autoscaler may leave in a node group.',
    change: 'in-place',
  }),
  max_node_count: withoutDefault(integer(1, MAX_NODES), 'one more than the fewest workers', {
    effect: 'The most workers that the autoscaler may make in a node group.',
    change: 'in-place',
  }),
  availability_zone: withoutDefault(name, 'the cloud chooses', {
    effect: 'The availability zone of workers.',
    change: 'rolls-workers',
  }),
  control_plane_availability_zones: withoutDefault(zones, 'all zones of the cloud', {
    effect: 'The availability zones over which control plane machines are spread. Existing machines stay.',
    change: 'in-place',
  }),
  boot_volume_size: withDefault(volumeSize, 0, {
    effect: 'The size of the root volume. With 0 a machine boots from the disk of its flavor.',
    change: 'rolls-all',
  }),
  boot_volume_type: withoutDefault(name, 'the default type of the cloud', {
    effect: 'The volume type of the root volume.',
    change: 'rolls-all',
  }),
  boot_volume_availability_zone: withoutDefault(name, 'the zone of the machine', {
    effect: 'The availability zone of the root volume.',
    change: 'rolls-all',
  }),
  etcd_volume_size: withDefault(volumeSize, 0, {
    effect: 'The size of a separate volume for etcd. With 0 etcd is on the root disk.',
    change: 'rolls-control-plane',
  }),
  etcd_volume_type: withoutDefault(name, 'the default type of the cloud', {
    effect: 'The volume type of the volume for etcd.',
    change: 'rolls-control-plane',
  }),
  docker_volume_type: withoutDefault(name, 'the default type of the cloud', {
    effect: 'The volume type of the volume for containers. `docker_volume_size` of the template is its size.',
    change: 'rolls-all',
  }),
  container_infra_prefix: withoutDefault(registryPath, 'the registries of the images’ makers', {
    effect: 'The registry from which all images of Kubernetes and its add-ons come.',
    change: 'rolls-all',
    gives: 'images',
  }),
  server_group_policies: withDefault(
    oneOf('affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity'),
    'soft-anti-affinity',
    { effect: 'The policy of the server groups of the control plane and of each node group.', change: 'rolls-all' },
  ),
  different_failure_domain: withDefault(boolean, false, {
    effect: 'Asks the scheduler of the cloud to spread a server group over failure domains.',
    change: 'rolls-all',
  }),
} as const;
