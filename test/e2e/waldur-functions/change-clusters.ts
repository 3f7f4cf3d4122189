import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { until } from '#infra/local/until';
import { nodeEnded } from '../_worlds/added-node.ts';
import { personAt } from '../_worlds/customer.ts';
import { type ClientCall, madeBy } from './client-caller.ts';

/**
 * One object of each kind. A new cluster has objects only in Rancher's own namespaces, and the lists leave these out.
 */
const INSIDES = `apiVersion: apps/v1
kind: Deployment
metadata: {name: cart, namespace: default}
spec:
  replicas: 1
  selector: {matchLabels: {app: cart}}
  template:
    metadata: {labels: {app: cart}}
    spec: {containers: [{name: cart, image: cart}]}
---
apiVersion: v1
kind: Service
metadata: {name: cart, namespace: default}
spec: {selector: {app: cart}, ports: [{port: 80}]}
---
apiVersion: catalog.cattle.io/v1
kind: App
metadata: {name: cart, namespace: default}
spec: {name: cart, namespace: default, version: 1, chart: {metadata: {name: cart, version: 1.0.0}}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: cart, namespace: default}
spec:
  rules:
    - host: cart.example.org
      http:
        paths:
          - {path: /, pathType: Prefix, backend: {service: {name: cart, port: {number: 80}}}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: cart, namespace: default}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: cart}
  minReplicas: 1
  maxReplicas: 3
`;

export async function fillCluster(call: ClientCall, uuid: string, name: string): Promise<void> {
  await call('rancher_clusters_import_yaml', { uuid, body: { yaml: INSIDES } });
  await call('rancher_clusters_update', { uuid, body: { name, description: 'Tried.' } });
  await call('rancher_clusters_partial_update', { uuid, body: { description: 'Tried by a program.' } });
  await call('rancher_clusters_set_erred', { uuid, body: { error_message: 'Tried.' } });
  await call('rancher_clusters_set_ok', { uuid });
  await call('rancher_clusters_pull', { uuid });
  // The client sends the fields of a cluster instead of the list of permitted networks, so Paddock refuses the request.
  await call('rancher_clusters_create_management_security_group', { uuid, body: { name }, refused: 400 });
}

const node = z.looseObject({ uuid: z.string(), role: z.string(), instance: z.string().nullable() });

/** Changes the nodes of a self-managed cluster. Returns the added node. */
export async function changeNodes(call: ClientCall, endpoints: Endpoints, cluster: string): Promise<string> {
  const { api, sample } = endpoints;
  const body = {
    ...{ cluster: `${api}/api/rancher-clusters/${cluster}/`, role: 'agent', subnet: sample.subnets['private-subnet'] },
    ...{ flavor: sample.flavors['m1.medium'], system_volume_size: 65_536 },
  };
  const added = node.parse(await call('rancher_nodes_create', { body }));
  await nodeEnded(personAt(endpoints, 'staff'), cluster, added.uuid);
  const { uuid } = added;
  const { instance } = node.parse(await call('rancher_nodes_retrieve', { uuid }));
  await call('rancher_nodes_pull', { uuid });
  await call('rancher_nodes_console_retrieve', { uuid });
  await call('rancher_nodes_console_log_retrieve', { uuid });
  await call('rancher_nodes_unlink_openstack', { uuid });
  await call('rancher_nodes_link_openstack', { uuid, body: { instance } });
  return uuid;
}

const rule = (to_port: number) => ({
  ...{ ethertype: 'IPv4', direction: 'ingress', protocol: 'tcp', from_port: 30_000, to_port },
  cidr: '198.51.100.0/24',
});
const groups = z.array(z.looseObject({ uuid: z.string() })).min(1);
const state = z.looseObject({ state: z.string() });

/** Changes the security groups of a managed cluster, and adds a node. */
export async function changeManaged(
  call: ClientCall,
  endpoints: Endpoints,
  { cluster, resource }: { cluster: string; resource: string },
): Promise<void> {
  const staff = personAt(endpoints, 'staff');
  const listed = await call('rancher_cluster_security_groups_list', { also: { cluster_uuid: cluster } });
  const [{ uuid } = { uuid: '' }] = groups.parse(listed);
  const rests = () =>
    until({ tooLate: 'The group has not come to rest.', timeoutMs: 60_000 }, async () => {
      const { body } = await staff.call('GET', `rancher-cluster-security-groups/${uuid}/`);
      return state.parse(body).state === 'OK' ? true : undefined;
    });
  await call('rancher_cluster_security_groups_update', { uuid, body: { rules: [rule(30_010)] } });
  await rests();
  await call('rancher_cluster_security_groups_partial_update', { uuid, body: { rules: [rule(30_020)] } });
  await rests();
  const body = { role: 'agent', subnet: null };
  const added = await madeBy(
    call('managed_rancher_cluster_resources_add_node', { uuid: resource, body, unexpected: 202 }),
  );
  await nodeEnded(staff, cluster, added);
}
