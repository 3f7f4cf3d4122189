import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mergePatch } from '../../_kit/merge-patch.ts';
import type { RancherContext } from '../_core/rancher-context.ts';
import { notFound } from '../_core/rancher-errors.ts';
import { machinesOf } from '../_core/rancher-store.ts';
import type { RancherControllers } from '../clusters/rancher-controllers.ts';
import { capiUidOf } from '../pools/capi/capi-cluster-view.ts';
import { baseUrlOf, steveCollection } from '../steve/steve-collection.ts';
import { isOfPaused } from './machine-holds.ts';
import { isInitialized, type RancherMachine } from './machine-objects.ts';
import { CUSTOM_TYPE, customMachineView, MACHINE_TYPE, machineView } from './machine-view.ts';

const KINDS = [
  {
    type: MACHINE_TYPE,
    resource: 'machines.cluster.x-k8s.io',
    toView: machineView,
    marksOf: (machine: RancherMachine) => machine,
    isShown: () => true,
  },
  {
    type: CUSTOM_TYPE,
    resource: 'custommachines.rke.cattle.io',
    toView: customMachineView,
    marksOf: ({ custom }: RancherMachine) => custom,
    isShown: ({ pool }: RancherMachine) => pool === undefined,
  },
];
const texts = z.record(z.string(), z.string()).default({});
const patched = z.object({ metadata: z.object({ labels: texts, annotations: texts }) });

/** `/v1/cluster.x-k8s.io.machines` and `/v1/rke.cattle.io.custommachines`. */
export function steveMachines(
  app: FastifyInstance,
  context: RancherContext,
  { machineRemoved, machineMarked }: RancherControllers,
): void {
  const { store } = context;
  for (const { type, resource, toView, marksOf, isShown } of KINDS) {
    const path = `/${type}s`;
    const view = (request: FastifyRequest) => (machine: RancherMachine) =>
      toView(machine, {
        baseUrl: baseUrlOf(request),
        clusterUid: capiUidOf(store.provisioning.get(`${machine.namespace}/${machine.clusterName}`) ?? { uid: '' }),
        canJoin: isInitialized(machinesOf(store, machine.clusterId)),
        isOfPaused: isOfPaused(store, machine),
      });
    const get = (request: FastifyRequest): RancherMachine => {
      const { namespace, name } = z.object({ namespace: z.string(), name: z.string() }).parse(request.params);
      const found = [...store.machines.values()].find(
        (it) => it.namespace === namespace && it.name === name && isShown(it),
      );
      if (!found) throw notFound(`${resource} "${name}" not found`);
      return found;
    };
    const list = async (request: FastifyRequest) =>
      steveCollection(request, context, {
        ...{ resourceType: type, objects: store.machines, view: view(request), select: isShown },
      });

    app.get(path, list);
    app.get(`${path}/:namespace`, list);
    app.get(`${path}/:namespace/:name`, async (request) => view(request)(get(request)));
    app.patch(`${path}/:namespace/:name`, async (request) => {
      const machine = get(request);
      const { labels, annotations } = marksOf(machine);
      const { metadata } = patched.parse(mergePatch({ metadata: { labels, annotations } }, request.body));
      Object.assign(marksOf(machine), metadata);
      machine.resourceVersion += 1;
      machineMarked(machine);
      return view(request)(machine);
    });
    app.delete(`${path}/:namespace/:name`, async (request) => {
      const machine = get(request);
      machineRemoved(machine);
      return view(request)(machine);
    });
  }
}
