import { z } from 'zod';
import { apiClient } from './api-client.ts';
import type { Endpoints } from './endpoints.ts';

const made = z.object({ uuid: z.string() });
const shownSettings = z.object({ options: z.object({ backend_url: z.string() }) });

/** Uuids of a cloud and of a tenant in this cloud. The tenant is registered with an application credential. */
export type AccountCloud = {
  cloudSettings: string;
  demoTenant: string;
  /** Another project of the cloud, and its user, whose password is the user's name. Default: the project `demo`. */
  project?: { id: string; username: string };
};

export const sampleCloud = ({ sample }: Endpoints): AccountCloud => ({
  cloudSettings: sample.openstack_settings,
  demoTenant: sample.tenants.demo ?? '',
});

/**
 * Registers a project of the cloud as one more tenant, with an account (user and password). Only an account may
 * create application credentials. A cluster needs an application credential if Rancher or Cluster API makes its
 * machines. Returns the tenant's uuid.
 */
export async function tenantByAccount(
  { api, tokens, sample }: Endpoints,
  { cloudSettings, demoTenant, project }: AccountCloud,
): Promise<string> {
  const staff = apiClient(api, tokens.staff);
  const demo = await staff.get(`openstack-tenants/${demoTenant}/`, z.object({ backend_id: z.string() }));
  const { id: backend_id, username } = project ?? { id: demo.backend_id, username: 'demo' };
  const { options: shown } = await staff.get(`service-settings/${cloudSettings}/`, shownSettings);
  const options = { backend_url: shown.backend_url, username, password: username };
  const settings = await staff.post('service-settings/', { type: 'OpenStack', name: 'By account', options }, made);
  const body = { name: 'by-account', project: sample.project, service_settings: settings.uuid, backend_id };
  return (await staff.post('openstack-tenants/', body, made)).uuid;
}
