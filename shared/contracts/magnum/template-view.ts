import { withHyphens } from '#shared/domain/_core/identifier';
import type { ClusterApiTemplate } from '#shared/domain/planning/cluster-api/cluster-api-template';
import { linksOf, type MagnumRoot, magnumTime } from './links.ts';

/**
 * A template in the format of Magnum's API. `projectId` is Keystone's id of the template's project, or null if the
 * caller's token is not for this project.
 */
export function viewMagnumTemplate(root: MagnumRoot, template: ClusterApiTemplate, projectId: string | null) {
  const { uuid, name, spec, isPublic, isHidden, tags, created, modified, magnum } = template;
  return {
    uuid: withHyphens(uuid),
    name,
    coe: 'kubernetes',
    image_id: spec.imageId,
    flavor_id: spec.flavorId ?? null,
    master_flavor_id: spec.masterFlavorId ?? null,
    keypair_id: spec.keypairId ?? null,
    external_network_id: spec.externalNetworkId ?? null,
    fixed_network: spec.fixedNetwork ?? null,
    fixed_subnet: spec.fixedSubnet ?? null,
    dns_nameserver: spec.dnsNameservers.join(',') || null,
    docker_volume_size: spec.dockerVolumeSize ?? null,
    floating_ip_enabled: spec.floatingIpEnabled,
    master_lb_enabled: spec.masterLbEnabled,
    network_driver: spec.networkDriver,
    http_proxy: spec.httpProxy ?? null,
    https_proxy: spec.httpsProxy ?? null,
    no_proxy: spec.noProxy ?? null,
    insecure_registry: spec.insecureRegistry ?? null,
    labels: spec.labels,
    public: isPublic,
    hidden: isHidden,
    tags: tags.join(',') || null,
    // These fields always have the same value, because the driver supports no other value.
    ...{ server_type: 'vm', tls_disabled: false, registry_enabled: false, user_id: null },
    ...{ apiserver_port: null, cluster_distro: null, docker_storage_driver: null, volume_driver: null, ...magnum },
    project_id: projectId,
    links: linksOf(root, 'clustertemplates', uuid),
    created_at: magnumTime(created),
    updated_at: magnumTime(modified),
  };
}
