import { z } from 'zod';
import { cloudAccess, logInAsAdmin } from '#test/contracts/openstack/cloud-admin';
import type { Target } from './targets.ts';

/**
 * The cloud in which Rancher creates machines, and their flavor, image and network. Also the format of
 * PADDOCK_CERTIFY_CLOUD.
 */
export const machineCloud = z.object({
  auth_url: z.string(),
  region: z.string().optional(),
  /** The account must be allowed to create application credentials. */
  account: z.object({ username: z.string(), password: z.string(), user_domain_name: z.string() }),
  project_id: z.string(),
  /** The names of the flavor, the image and the network, as the project's users see them. */
  flavor: z.string(),
  image: z.string(),
  network: z.string(),
});
export type MachineCloud = z.infer<typeof machineCloud>;

const simulated = z.object({ auth_url: z.string(), projects: z.object({ demo: z.object({ id: z.string() }) }) });

/** The names in a newly started simulated cloud. */
const SIMULATED = {
  account: { username: 'demo', password: 'demo', user_domain_name: 'Default' },
  ...{ flavor: 'm1.medium', image: 'ubuntu-24.04', network: 'private' },
};
const NAMES = ['CERTIFY_FLAVOR', 'CERTIFY_IMAGE', 'CERTIFY_NETWORK'] as const;

/** The cloud for the machines, or the reason why none can be used. */
export async function machineCloudOf(
  targets: readonly Target[],
  env: NodeJS.ProcessEnv,
): Promise<{ cloud: MachineCloud } | { why: string }> {
  const accessOf = (backend: Target['backend']) => targets.find((target) => target.backend === backend)?.access;
  const [rancher, openstack] = [accessOf('rancher'), accessOf('openstack')];
  if (!rancher || !openstack) return { why: 'a Rancher and an OpenStack are needed: name both' };
  const played = simulated.safeParse(openstack).data;
  if ('played' in rancher !== (played !== undefined))
    return { why: 'a real Rancher cannot make machines in a simulated cloud, and the other way round' };
  if (played) return { cloud: { ...SIMULATED, auth_url: played.auth_url, project_id: played.projects.demo.id } };
  const [flavor, image, network] = NAMES.map((name) => env[name] ?? '');
  if (!flavor || !image || !network) {
    const missing = NAMES.filter((name) => !env[name]);
    return { why: `what machines are made of is not known: set ${missing.join(', ')}` };
  }
  const { auth_url, region, admin } = cloudAccess.parse(openstack);
  const { username, password, user_domain_name } = admin;
  const { projectId: project_id } = await logInAsAdmin({ auth_url, admin });
  const account = { username, password, user_domain_name };
  return { cloud: { auth_url, ...(region && { region }), account, project_id, flavor, image, network } };
}
