import { z } from 'zod';
import type { Endpoints } from '#infra/local/endpoints';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { personAt } from './customer.ts';

const cloudReply = z.object({
  auth_url: z.string(),
  region: z.string(),
  admin: z.object({
    username: z.string(),
    password: z.string(),
    user_domain_name: z.string(),
    project_name: z.string(),
  }),
  projects: z.object({
    demo: z.object({
      id: z.string(),
      application_credential_id: z.string(),
      application_credential_secret: z.string(),
    }),
  }),
});
const made = z.object({ uuid: z.string() });
const named = z.array(z.object({ uuid: z.string(), name: z.string() }));

export type SecondCloud = {
  openstack: Simulator;
  /** The program that boots this cloud's machines; a test may kill it without touching other tests. */
  vmRunner: Simulator;
  /** Our uuids in the cloud's tenant, in the form of the sample data. */
  sample: Pick<Endpoints['sample'], 'tenants' | 'subnets' | 'flavors'>;
  stop(): Promise<void>;
};

/** Another OpenStack cloud with machines of its own, registered by staff in the sample project as a further tenant. */
export async function secondCloud(endpoints: Endpoints): Promise<SecondCloud> {
  const openstack = await startSimulator('openstack', '--name', 'second');
  const { auth_url, region, admin, projects } = cloudReply.parse(openstack.printed);
  const account = ['--username', admin.username, '--password', admin.password, '--project', admin.project_name];
  const vmRunner = await startSimulator('vm-runner', '--openstack', auth_url, ...account);
  await openstack.setDelays({ serverBuild: 100, serverDelete: 100 });

  const staff = personAt(endpoints, 'staff');
  const create = async (path: string, body: unknown) => {
    const answer = await staff.call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return made.parse(answer.body).uuid;
  };
  const { username, password, user_domain_name } = admin;
  const options = { backend_url: auth_url, username, password, user_domain_name, region };
  const service_settings = await create('service-settings/', { type: 'OpenStack', name: 'Second cloud', options });
  const { id: backend_id, ...credential } = projects.demo;
  const { project } = endpoints.sample;
  const registration = { name: 'second', project, service_settings, backend_id, ...credential };
  const tenant = await create('openstack-tenants/', registration);
  const byName = async (kind: string) => {
    const rows = named.parse((await staff.call('GET', `openstack-tenants/${tenant}/${kind}/`)).body);
    return Object.fromEntries(rows.map(({ name, uuid }) => [name, uuid]));
  };
  const sample = { tenants: { demo: tenant }, subnets: await byName('subnets'), flavors: await byName('flavors') };
  return {
    openstack,
    vmRunner,
    sample,
    stop: async () => void (await Promise.all([vmRunner.stop(), openstack.stop()])),
  };
}
