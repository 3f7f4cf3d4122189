import type { Cloud } from './cloud.ts';

/** Sets limits that no test reaches by accident. */
export function withRoom(cloud: Cloud, projectId: string): void {
  cloud.nova.quotas.set(projectId, {
    ...{ instances: 1024, cores: 4096, ram: 8_388_608, server_groups: 1024, server_group_members: 1024 },
  });
  cloud.cinder.quotas.set(projectId, { volumes: 4096, gigabytes: 1_048_576 });
  cloud.neutron.quotas.set(projectId, {
    ...{ network: 256, subnet: 256, port: 4096, router: 64, floatingip: 128 },
    ...{ security_group: 1024, security_group_rule: 16_384 },
  });
}
