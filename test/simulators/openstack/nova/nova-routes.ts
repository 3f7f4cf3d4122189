import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Cloud } from '../cloud.ts';
import { baseUrl } from '../keystone/caller.ts';
import { computeRefusal } from '../refusal.ts';
import { mountService } from '../service.ts';
import { addAttachmentRoutes } from './attachment-routes.ts';
import { addConsoleRoutes } from './console-routes.ts';
import { addFlavorRoutes } from './flavor-routes.ts';
import { addImageRoutes } from './image-routes.ts';
import { addKeyPairRoutes } from './keypair-routes.ts';
import { negotiate } from './microversion.ts';
import { novaCaller, novaPolicy, novaTime } from './nova-caller.ts';
import { checkQuery } from './query-parameters.ts';
import { addComputeQuotaRoutes } from './quota-routes.ts';
import { addBuildFaultRoutes } from './servers/build-faults.ts';
import { AVAILABILITY_ZONE } from './servers/create-server.ts';
import { addServerGroupRoutes } from './servers/server-group-routes.ts';
import { addServerMetadataRoutes } from './servers/server-metadata-routes.ts';
import { addServerRoutes } from './servers/server-routes.ts';
import { addServerTagRoutes } from './servers/server-tag-routes.ts';
import { NOVA_UNPLAYED } from './unplayed-paths.ts';

export async function mountNova(app: FastifyInstance, cloud: Cloud): Promise<void> {
  const manners = {
    invalid: (error: z.ZodError) => computeRefusal(400, wordsOf(error)),
    refuse: (status: number, message: string) => computeRefusal(status, message),
    requestIdHeader: 'x-compute-request-id',
    unplayed: NOVA_UNPLAYED,
  };
  addBuildFaultRoutes(app, cloud);
  await mountService(app, '/compute', manners, (service) => {
    service.get('/', async (request) => ({ versions: [versionAt(baseUrl(request))] }));
    service.register(async (v21) => addV21Routes(v21, cloud), { prefix: '/v2.1' });
  });
}

const versionAt = (base: string) => ({
  ...{ id: 'v2.1', status: 'CURRENT', version: '2.104', min_version: '2.1', updated: '2013-07-23T11:33:21Z' },
  links: [{ rel: 'self', href: `${base}/compute/v2.1/` }],
});

function addV21Routes(app: FastifyInstance, cloud: Cloud): void {
  app.addHook('onRequest', negotiate);
  app.addHook('onRequest', checkQuery);
  // The version document is the one page that needs no token.
  app.get('/', async (request) => ({ version: versionAt(baseUrl(request)) }));
  addServerRoutes(app, cloud);
  addConsoleRoutes(app, cloud);
  addServerTagRoutes(app, cloud);
  addServerMetadataRoutes(app, cloud);
  addAttachmentRoutes(app, cloud);
  addFlavorRoutes(app, cloud);
  addKeyPairRoutes(app, cloud);
  addImageRoutes(app, cloud);
  addComputeQuotaRoutes(app, cloud);
  addServerGroupRoutes(app, cloud);
  app.get('/os-availability-zone', async (request) => {
    novaPolicy(novaCaller(cloud, request).projectId !== '', 'os-availability-zone:list');
    return { availabilityZoneInfo: [zoneView(null)] };
  });
  app.get('/os-availability-zone/detail', async (request) => {
    novaPolicy(novaCaller(cloud, request).admin, 'os-availability-zone:detail');
    const updated_at = `${novaTime(cloud).replace('Z', '')}.000000`;
    return {
      availabilityZoneInfo: [
        zoneView({ 'sim-compute': { 'nova-compute': { active: true, available: true, updated_at } } }),
      ],
    };
  });
}

const zoneView = (hosts: object | null) => ({ zoneName: AVAILABILITY_ZONE, zoneState: { available: true }, hosts });

/** Nova names the field that is wrong, or a key that it does not know. */
function wordsOf(error: z.ZodError): string {
  const [issue] = error.issues;
  const field = issue?.path.at(-1) ?? 'body';
  const why =
    issue?.code === 'unrecognized_keys'
      ? `Additional properties are not allowed (${issue.keys.map((key) => `'${key}'`).join(', ')} was unexpected)`
      : issue?.message;
  return `Invalid input for field/attribute ${String(field)}. ${why}`;
}
