import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { baseUrl } from '../keystone/caller.ts';
import { mountService } from '../service.ts';
import { addLoadBalancerRoutes, PROVIDERS } from './load-balancers.ts';
import { octaviaCaller, octaviaRefusal, requireWriter } from './octavia-caller.ts';
import { addPartRoutes } from './parts.ts';

/** Paths of Octavia's API reference that are not simulated. */
const UNPLAYED =
  /^\w+ \/v2(\.0)?\/(lbaas|octavia)\/(amphorae|availabilityzones|availabilityzoneprofiles|flavorprofiles|l7policies|loadbalancers\/[^/]+\/(failover|stats|status))(\/|$)/;

export async function mountOctavia(app: FastifyInstance, cloud: Cloud): Promise<void> {
  const manners = {
    invalid: (error: z.ZodError) => octaviaRefusal(400, `Validation failure: ${wordsOf(error)}`),
    refuse: (status: number, message: string) => octaviaRefusal(status, message),
    unplayed: UNPLAYED,
  };
  await mountService(app, '/load-balancer', manners, (service) => {
    service.get('/', async (request) => {
      const links = [{ rel: 'self', href: `${baseUrl(request)}/load-balancer/v2` }];
      return {
        versions: ['v2.0', 'v2.27'].map((id) => ({ id, status: 'CURRENT', updated: '2024-09-26T00:00:00Z', links })),
      };
    });
    for (const prefix of ['/v2/lbaas', '/v2.0/lbaas']) {
      service.register(
        async (v2) => {
          addLoadBalancerRoutes(v2, cloud);
          addPartRoutes(v2, cloud);
          addFactRoutes(v2, cloud);
        },
        { prefix },
      );
    }
  });
}

const quota = z.strictObject({ quota: z.strictObject({ load_balancer: z.number().int().min(-1) }) });

function addFactRoutes(app: FastifyInstance, cloud: Cloud): void {
  app.get('/providers', async (request) => {
    octaviaCaller(cloud, request);
    return { providers: PROVIDERS.map((name) => ({ name, description: `The ${name} provider.` })) };
  });
  app.get('/flavors', async (request) => {
    octaviaCaller(cloud, request);
    return { flavors: [] };
  });
  app.put<{ Params: { projectId: string } }>('/quotas/:projectId', async (request, reply) => {
    const caller = octaviaCaller(cloud, request);
    requireWriter(caller);
    if (!caller.admin) throw octaviaRefusal(403, 'Policy does not allow this request to be performed.');
    const { load_balancer: limit } = quota.parse(request.body).quota;
    cloud.octavia.quotas.set(request.params.projectId, limit);
    return reply.code(202).send({ quota: { load_balancer: limit } });
  });
}

function wordsOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `Invalid input for field/attribute ${issue?.path.join('.') ?? 'body'}. ${issue?.message ?? ''}`;
}
