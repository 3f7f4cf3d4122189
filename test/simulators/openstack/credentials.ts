import type { Cloud } from './cloud.ts';

/**
 * The logins of the cloud's users. Every password is the user name, except an administrator's password that was given
 * at the start.
 */
export function credentialsOf(cloud: Cloud, url: string) {
  const named = (name: string) =>
    [...cloud.keystone.projects.values()].find((project) => project.name === name)?.id ?? '';
  return {
    cloud: cloud.name,
    auth_url: `${url}/identity/v3`,
    region: cloud.region,
    admin: {
      ...{ username: 'admin', password: cloud.adminPassword },
      ...{ user_domain_name: 'Default', project_name: 'admin' },
    },
    projects: { demo: projectCredentials(cloud, named('demo')), other: projectCredentials(cloud, named('other')) },
    images: idsByName(cloud.glance.images.values()),
    flavors: idsByName(cloud.nova.flavors.values()),
    external_network_id: [...cloud.neutron.networks.values()].find((network) => network['router:external'])?.id,
  };
}

function projectCredentials({ keystone, neutron }: Cloud, projectId: string) {
  const ofProject = <Row extends { project_id: string }>(rows: Map<string, Row>) =>
    [...rows.values()].find(({ project_id }) => project_id === projectId);
  const credential = [...keystone.applicationCredentials.values()].find((one) => one.projectId === projectId);
  const user = keystone.users.get(credential?.userId ?? '');
  return {
    id: projectId,
    application_credential_id: credential?.id,
    application_credential_secret: credential?.secret,
    ...{ username: user?.name, password: user?.password, user_domain_name: 'Default' },
    network_id: ofProject(neutron.networks)?.id,
    subnet_id: ofProject(neutron.subnets)?.id,
    router_id: ofProject(neutron.routers)?.id,
    security_group_id: ofProject(neutron.securityGroups)?.id,
  };
}

const idsByName = (rows: Iterable<{ id: string; name: string }>) =>
  Object.fromEntries([...rows].map(({ id, name }) => [name, id]));
