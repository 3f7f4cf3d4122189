import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound, RancherError } from '../_core/rancher-errors.ts';
import { normanRecord } from '../norman/norman-record.ts';
import { actionLinks, normanCollection } from '../norman/norman-view.ts';
import { baseUrlOf } from '../steve/steve-collection.ts';
import { DRIVERS } from './node-drivers.ts';

const UIDS = new Map(Object.keys(DRIVERS).map((id) => [id, randomUUID()]));
const FILTERS = ['active', 'builtin', 'id', 'name', 'state', 'url', 'uuid'];

/** `/v3/nodedrivers`. Its actions are offered whatever the state, and switching a driver to its state is no error. */
export function normanNodeDrivers(app: FastifyInstance, { drivers }: Pick<RancherContext, 'drivers'>): void {
  const view = (request: FastifyRequest) => (id: string) => {
    const address = `${baseUrlOf(request)}/v3/nodeDrivers`;
    const made = { id, uid: UIDS.get(id) ?? '', createdAt: '2026-01-01T00:00:00Z', creatorId: null };
    const active = drivers.isActive(id);
    return normanRecord(address, 'nodeDriver', made, {
      ...{ name: id, active, builtin: true, addCloudCredential: false, url: 'local://' },
      ...{ state: active ? 'active' : 'inactive', transitioning: 'no', transitioningMessage: '' },
      ...{ labels: { 'cattle.io/creator': 'norman' }, annotations: {} },
      actions: actionLinks(baseUrlOf(request), `nodeDrivers/${id}`, ['activate', 'deactivate']),
    });
  };
  const idIn = (request: FastifyRequest): string => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    if (!(id in DRIVERS)) throw notFound(`nodedrivers.management.cattle.io "${id}" not found`);
    return id;
  };
  app.get('/nodedrivers', async (request) =>
    normanCollection(
      request,
      { resourceType: 'nodeDriver', filters: FILTERS },
      Object.keys(DRIVERS).map(view(request)),
    ),
  );
  app.get('/nodedrivers/:id', async (request) => view(request)(idIn(request)));
  app.post('/nodedrivers/:id', async (request) => {
    const { action = '' } = z.object({ action: z.string().optional() }).parse(request.query);
    const id = idIn(request);
    if (action !== 'activate' && action !== 'deactivate')
      throw new RancherError(422, 'InvalidAction', `Invalid action: ${action}`);
    drivers.switch(id, action === 'activate');
    return view(request)(id);
  });
}

/** The kinds of the OpenStack driver in steve. */
const KINDS = /^\/v1\/rke-machine(-config)?\.cattle\.io\.openstack/;

/** Without the driver, steve does not know the driver's kinds. Its answer has no body. */
export const refuseWithoutDriver =
  ({ drivers }: Pick<RancherContext, 'drivers'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (KINDS.test(request.url) && !drivers.hasKinds()) await reply.code(404).send();
  };
