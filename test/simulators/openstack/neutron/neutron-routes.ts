import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { baseUrl } from '../keystone/caller.ts';
import { neutronRefusal } from '../refusal.ts';
import { mountService } from '../service.ts';
import { addCollection, contextOf } from './collection.ts';
import { floatingIps } from './floating-ips.ts';
import { networks } from './networks.ts';
import { ports } from './ports.ts';
import { addNetworkQuotaRoutes } from './quota-routes.ts';
import { rbacPolicies } from './rbac-policies.ts';
import { addRouterInterfaceRoutes } from './router-interface-routes.ts';
import { routers } from './routers.ts';
import { securityGroupRules } from './security-group-rules.ts';
import { ensureDefaultGroup, securityGroups } from './security-groups.ts';
import { subnets } from './subnets.ts';
import { isReal, notSimulated } from './unplayed-paths.ts';

/** Extensions that clients look for before they use a feature. */
const extensions = [
  ...['security-group', 'router', 'external-net', 'provider', 'quotas', 'quota_details', 'standard-attr-tag'],
  ...['allowed-address-pairs', 'port-security', 'pagination', 'sorting', 'subnet_allocation', 'project-id'],
  ...['rbac-policies', 'extraroute'],
];

const TYPES: Record<number, string> = { 404: 'HTTPNotFound', 501: 'NotSimulated' };

export async function mountNeutron(app: FastifyInstance, cloud: Cloud): Promise<void> {
  const manners = {
    invalid: (error: z.ZodError) => neutronRefusal(400, 'HTTPBadRequest', wordsOf(error)),
    refuse: (status: number, message: string) => neutronRefusal(status, TYPES[status] ?? 'HTTPBadRequest', message),
  };
  await mountService(app, '/network', manners, (service) => {
    addInfoRoutes(service, cloud);
    // A GET of security groups also makes the default group of the caller's project. An administrator's GET may name
    // another project instead.
    service.addHook('preHandler', async (request) => {
      if (request.method !== 'GET' || !request.url.startsWith('/network/v2.0/security-groups')) return;
      const context = contextOf(cloud, request);
      const { caller } = context;
      const asked = new URLSearchParams(request.url.split('?')[1]).get('project_id');
      const projectId = asked !== null && caller.admin ? asked : caller.projectId;
      if (projectId) ensureDefaultGroup(context, projectId);
    });
    service.all('/v2.0/*', async (request) => {
      contextOf(cloud, request);
      const path = request.url.split('?')[0] ?? '';
      if (isReal(path)) throw notSimulated(`${request.method} ${path}`);
      throw neutronRefusal(404, 'HTTPNotFound', 'The resource could not be found.');
    });
    addCollection(service, cloud, networks);
    addCollection(service, cloud, subnets);
    addCollection(service, cloud, ports);
    addCollection(service, cloud, routers);
    addCollection(service, cloud, securityGroups);
    addCollection(service, cloud, securityGroupRules);
    addCollection(service, cloud, floatingIps);
    addCollection(service, cloud, rbacPolicies);
    addRouterInterfaceRoutes(service, cloud);
    addNetworkQuotaRoutes(service, cloud);
  });
}

function addInfoRoutes(service: FastifyInstance, cloud: Cloud): void {
  service.get('/', async (request) => {
    const links = [{ rel: 'self', href: `${baseUrl(request)}/network/v2.0/` }];
    return { versions: [{ id: 'v2.0', status: 'CURRENT', links }] };
  });
  service.get('/v2.0', async (request) => {
    contextOf(cloud, request);
    return { resources: [] };
  });
  const shown = (alias: string) => ({
    alias,
    name: alias,
    description: '',
    updated: '2016-01-01T00:00:00-00:00',
    links: [],
  });
  service.get('/v2.0/extensions', async (request) => {
    contextOf(cloud, request);
    return { extensions: extensions.map(shown) };
  });
  service.get<{ Params: { alias: string } }>('/v2.0/extensions/:alias', async (request) => {
    contextOf(cloud, request);
    const { alias } = request.params;
    if (!extensions.includes(alias))
      throw neutronRefusal(404, 'ExtensionNotFound', `Extension with alias ${alias} does not exist`);
    return { extension: shown(alias) };
  });
}

/**
 * The message about an invalid request. If there are unknown attributes, Neutron lists them. Otherwise it names the
 * first invalid field and the reason.
 */
function wordsOf(error: z.ZodError): string {
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') return `Unrecognized attribute(s) '${issue.keys.join(', ')}'`;
  }
  const [issue] = error.issues;
  return `Invalid input for ${issue?.path.join('.')}. Reason: ${issue?.message}.`;
}
