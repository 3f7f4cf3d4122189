import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { newHexId } from '../ids.ts';
import { authUrl, keystoneCaller } from './caller.ts';
import { keystoneList } from './listing.ts';
import { allow, found, requireAdmin, requireDomain } from './policy.ts';
import type { Domain } from './rows.ts';

interface ById {
  Params: { id: string };
}

const creation = z.object({ domain: z.object({ name: z.string().min(1).max(64) }) });
const change = z.object({ domain: z.object({ enabled: z.boolean() }) });

/** `/v3/domains`. An enabled domain cannot be deleted. */
export function addDomainRoutes(app: FastifyInstance, cloud: Cloud): void {
  const domains = () => cloud.keystone.domains;
  const view = (domain: Domain) => ({ ...domain, description: '', options: {}, tags: [] });

  app.get('/v3/domains', async (request) => {
    requireDomain(keystoneCaller(cloud, request), undefined, 'list_domains');
    return keystoneList(
      'domains',
      [...domains().values()].map(view),
      Object(request.query),
      `${authUrl(request)}/domains`,
    );
  });

  app.post('/v3/domains', async (request, reply) => {
    requireAdmin(keystoneCaller(cloud, request), 'create_domain');
    const domain = { id: newHexId(), name: creation.parse(request.body).domain.name, enabled: true };
    domains().set(domain.id, domain);
    return reply.code(201).send({ domain: view(domain) });
  });

  app.patch<ById>('/v3/domains/:id', async (request) => {
    requireAdmin(keystoneCaller(cloud, request), 'update_domain');
    const domain = found(domains().get(request.params.id), 'domain', request.params.id);
    return { domain: view(Object.assign(domain, change.parse(request.body).domain)) };
  });

  app.delete<ById>('/v3/domains/:id', async (request, reply) => {
    const { id } = request.params;
    requireAdmin(keystoneCaller(cloud, request), 'delete_domain');
    allow(!found(domains().get(id), 'domain', id).enabled, 'delete_domain');
    deleteDomain(cloud, id);
    return reply.code(204).send();
  });
}

/** The domain's projects and users are deleted with it. */
function deleteDomain({ keystone }: Cloud, domainId: string): void {
  keystone.domains.delete(domainId);
  for (const rows of [keystone.projects, keystone.users]) {
    for (const { id, domain_id } of rows.values()) if (domain_id === domainId) rows.delete(id);
  }
}
