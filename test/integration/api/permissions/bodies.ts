import { contentUuid } from '#shared/domain/cluster-contents/cluster-content';
import type { World } from './world.ts';

type Bodies = (world: World) => object;
const inside = ({ shown }: World, type: string, id: string) => contentUuid(shown.entered, type, id);
const order: Bodies = ({ stocked }) => stocked.order();

/**
 * Bodies of routes whose permission depends on a customer or project in the body. Only that part of a body must be
 * valid.
 */
export const BODIES: Readonly<Record<string, Bodies>> = {
  'projects POST /': ({ market }) => ({ name: 'Another', customer: market.customerUuid }),
  'user-invitations POST /': ({ market }) => ({
    email: 'grace@example.org',
    role: 'PROJECT.MEMBER',
    scope: `projects/${market.projectUuid}`,
  }),
  'cluster-api-templates POST /': ({ market }) => ({
    name: 'Another',
    image_id: 'ubuntu-2204-kube-v1.33.5',
    project: market.projectUuid,
  }),
  'marketplace-provider-offerings POST /': ({ market, managed }) => ({
    name: 'Another',
    type: 'Rancher',
    customer: market.customerUuid,
    service_settings: managed.provider.uuid,
  }),
  'marketplace-site-agent-identities POST /': ({ shown }) => ({ offering: shown.agentOffering, name: 'agent-1' }),
  'openstack-tenants POST /': ({ market, managed, cloud: { cloud } }) => ({
    name: 'another',
    project: market.projectUuid,
    service_settings: managed.openstack.uuid,
    backend_id: cloud.project.id,
    application_credential_id: cloud.project.credential.id,
    application_credential_secret: cloud.project.credential.secret,
  }),
  'keycloak-user-group-memberships POST /': ({ shown }) => ({
    username: 'grace',
    email: 'grace@example.org',
    role: shown.role,
    scope_uuid: shown.entered,
  }),
  'rancher-projects POST /': ({ shown }) => ({ name: 'shop', cluster: shown.entered }),
  'rancher-namespaces POST /': ({ shown }) => ({ name: 'shop', project: shown.rancherProject }),
  'rancher-services POST /': (world) => ({
    ...{ name: 'cart', namespace: inside(world, 'namespace', 'cart'), ports: [{ port: 80 }] },
  }),
  'rancher-ingresses POST /': (world) => ({
    ...{ name: 'cart', namespace: inside(world, 'namespace', 'cart') },
    rules: [{ paths: [{ path: '/', service: 'cart', port: 80 }] }],
  }),
  'rancher-hpas POST /': (world) => ({
    ...{ name: 'cart', workload: inside(world, 'apps.deployment', 'shop/cart'), max_replicas: 2 },
  }),
  'marketplace-orders POST /': order,
  'marketplace-orders POST /plan/': order,
  'marketplace-component-usages POST /set_usage/': ({ shown }) => ({
    resource: shown.allocation,
    usages: [{ type: 'node_hours', amount: '12.50' }],
  }),
  'rancher-apps POST /': ({ market, managed, shown }) => ({
    ...{ name: 'store', version: '1.0.0', service_settings: managed.provider.uuid, project: market.projectUuid },
    ...{ template: shown.template, rancher_project: shown.rancherProject, namespace_name: 'shop' },
  }),
  'rancher-catalogs POST /': ({ shown }) => ({
    ...{ name: 'ours', catalog_url: 'https://charts.example.org/', scope: shown.entered },
  }),
  'rancher-clusters POST /': (world) => {
    const { attributes, ...rest } = world.stocked.order();
    return { ...rest, ...attributes };
  },
};
