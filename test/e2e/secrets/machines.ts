import { announcements } from '#infra/local/simulators';
import type { Simulator } from '#test/contracts/start-simulator';
import { novaReader } from '#test/simulators/vm-runner/nova-reader';
import type { KnownSecret, Place } from './find-secrets.ts';

export type Machines = { userData: Place[]; phoneHomeTokens: KnownSecret[] };

/** The user data of a cloud's servers, and Nova's other data about the servers. */
export async function machinesOf(cloud: Simulator): Promise<Machines> {
  const { auth_url: authUrl, admin } = announcements.openstack.parse(cloud.printed);
  const { username, password, project_name: project, user_domain_name: domain } = admin;
  const servers = await novaReader({ authUrl, username, password, project, domain }).servers();
  const userData = servers.map(({ name, 'OS-EXT-SRV-ATTR:user_data': encoded, ...shown }) => ({
    name: `user data of ${name}`,
    text: `${Buffer.from(encoded ?? '', 'base64').toString()}\n${JSON.stringify(shown)}`,
  }));
  const tokens = userData.flatMap(({ text }) => /PHONE_HOME_TOKEN='?([\w-]+)/.exec(text)?.[1] ?? []);
  return { userData, phoneHomeTokens: tokens.map((value) => ({ kind: 'phone-home token', value })) };
}
