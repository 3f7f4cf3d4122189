import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { until } from '#infra/local/until';
import { personAt } from '../_worlds/customer.ts';
import { type ClientCall, madeBy } from './client-caller.ts';

type Person = ReturnType<typeof personAt>;

const row = z.looseObject({ uuid: z.string(), url: z.string() });
const yaml = z.looseObject({ yaml: z.string() });
const app = z.looseObject({ state: z.string() });
const placed = z.looseObject({ project: z.string(), service_settings: z.string() });
const patience = { timeoutMs: 60_000, intervalMs: 200 };

async function first(staff: Person, path: string) {
  return z.array(row).parse((await staff.call('GET', path)).body)[0];
}
/** Pulls and reads until Paddock has the object. */
const found = (staff: Person, cluster: string, path: string) =>
  until({ ...patience, tooLate: `${path} stays empty.` }, async () => {
    await staff.call('POST', `rancher-clusters/${cluster}/pull/`);
    return first(staff, path);
  });

/** Reads the YAML of an object and writes it back. `also` contains further fields that the client’s model requires. */
async function changeYaml(call: ClientCall, kind: string, uuid: string, also: object): Promise<void> {
  const shown = yaml.parse(await call(`rancher_${kind}_yaml_retrieve`, { uuid }));
  await call(`rancher_${kind}_yaml_update`, { uuid, body: { ...also, yaml: shown.yaml } });
}

/**
 * Changes the workloads, services, ingresses and autoscalers from `fillCluster`. Returns the objects to delete at the
 * end.
 */
export async function changeContents(call: ClientCall, endpoints: Endpoints, cluster: string) {
  const staff = personAt(endpoints, 'staff');
  const inCluster = `cluster_uuid=${cluster}&name_exact=cart`;
  const one = (kind: string) => found(staff, cluster, `rancher-${kind}/?${inCluster}`);
  const workload = await one('workloads');
  const service = await one('services');
  const ingress = await one('ingresses');
  const hpa = await one('hpas');
  const namespace = await found(staff, cluster, `rancher-namespaces/?cluster_uuid=${cluster}&name_exact=default`);
  const { project, service_settings } = placed.parse((await staff.call('GET', `rancher-clusters/${cluster}/`)).body);
  const place = { project, service_settings, namespace: namespace.url };

  await changeYaml(call, 'workloads', workload.uuid, { name: 'cart', scale: 1 });
  await call('rancher_workloads_update', { uuid: workload.uuid, body: { name: 'cart', scale: 2 } });
  await call('rancher_workloads_partial_update', { uuid: workload.uuid, body: { scale: 1 } });
  await call('rancher_workloads_redeploy', { uuid: workload.uuid });

  const metrics = [{ name: 'cpu', type: 'Resource', target: { type: 'Utilization', utilization: 70 } }];
  const autoscaled = { name: 'cart-2', workload: workload.url, min_replicas: 1, max_replicas: 3, metrics };
  const made = await madeBy(call('rancher_hpas_create', { body: autoscaled }));
  await changeYaml(call, 'hpas', hpa.uuid, { name: 'cart', metrics });
  await call('rancher_hpas_update', { uuid: made, body: autoscaled });
  await call('rancher_hpas_partial_update', { uuid: made, body: { max_replicas: 4 } });
  await call('rancher_hpas_destroy', { uuid: made, unexpected: 202 });

  const served = { ...place, name: 'cart-2', selector: { app: 'cart' }, ports: [{ port: 80 }] };
  // The client's model of this answer requires marketplace fields, which Waldur does not send. The client's model of a
  // service does not require them.
  const second = await madeBy(call('rancher_services_create', { body: served, unread: "KeyError: 'service_name'" }));
  await changeYaml(call, 'services', service.uuid, { ...place, name: 'cart', target_workloads: [] });
  await call('rancher_services_update', { uuid: second, body: { ...served, target_workloads: [] } });
  await call('rancher_services_partial_update', { uuid: second, body: { description: 'Tried.' } });
  await call('rancher_services_destroy', { uuid: second });

  const projects = `rancher-projects/?cluster_uuid=${cluster}&name_exact=Default`;
  const rancherProject = await found(staff, cluster, projects);
  // The client's model sends the rules of an ingress as an object, but Kubernetes and Paddock use a list.
  const routed = { ...place, name: 'cart-2', rancher_project: rancherProject.url };
  await call('rancher_ingresses_create', { body: routed, refused: 400 });
  await changeYaml(call, 'ingresses', ingress.uuid, { ...routed, name: 'cart' });
  await call('rancher_ingresses_update', { uuid: ingress.uuid, body: { ...routed, description: 'Tried.' } });
  await call('rancher_ingresses_partial_update', { uuid: ingress.uuid, body: { description: '' } });
  await call('rancher_projects_secrets_list', { uuid: rancherProject.uuid });
  return { workload: workload.uuid, ingress: ingress.uuid };
}

/**
 * Changes a catalog. Then installs, changes and deletes an application from one of its templates. Returns the catalog's
 * uuid.
 */
export async function changeApps(call: ClientCall, endpoints: Endpoints, cluster: string): Promise<string> {
  const staff = personAt(endpoints, 'staff');
  const inCluster = `cluster_uuid=${cluster}`;
  const { url: scope } = row.parse((await staff.call('GET', `rancher-clusters/${cluster}/`)).body);
  const catalog = { name: 'example', catalog_url: 'https://charts.example.org/', branch: '', scope };
  const uuid = await madeBy(call('rancher_catalogs_create', { body: catalog }));
  await call('rancher_catalogs_update', { uuid, body: { ...catalog, description: 'Tried.' } });
  await call('rancher_catalogs_partial_update', { uuid, body: { description: 'Tried by a program.' } });
  await call('rancher_catalogs_refresh', { uuid });
  const template = await found(staff, cluster, `rancher-templates/?${inCluster}&name_exact=shop`);
  const also = { template_uuid: template.uuid, version: '1.0.0' };
  await call('rancher_template_versions_retrieve', { also });
  const rancherProject = await found(staff, cluster, `rancher-projects/?${inCluster}&name_exact=Default`);
  const { project, service_settings } = placed.parse((await staff.call('GET', `rancher-clusters/${cluster}/`)).body);
  const body = {
    ...{ name: 'store', version: '1.0.0', project, service_settings, namespace_name: 'shop' },
    ...{ template: template.url, rancher_project: rancherProject.url },
    answers: { hostname: 'shop.example.org' },
  };
  const made = await madeBy(call('rancher_apps_create', { body }));
  const ended = () =>
    until({ ...patience, tooLate: 'The application is still being changed.' }, async () => {
      const { state } = app.parse((await staff.call('GET', `rancher-apps/${made}/`)).body);
      return state === 'OK' ? true : undefined;
    });
  await ended();
  await call('rancher_apps_update', { uuid: made, body });
  await ended();
  await call('rancher_apps_partial_update', { uuid: made, body: { description: 'Tried.' } });
  await ended();
  await call('rancher_apps_destroy', { uuid: made, unexpected: 202 });
  return uuid;
}
