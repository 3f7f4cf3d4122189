import type { CloudConfig } from './cloud-config.ts';
import { type Machine, pause } from './machine.ts';
import { plainGet, sendFrom } from './machine-http.ts';

/** cloud-init's phone_home: posts a form with the machine's own data, up to `tries` times. */
export async function phoneHome(
  machine: Machine,
  { url, post, tries }: NonNullable<CloudConfig['phone_home']>,
): Promise<void> {
  const known: Record<string, string> = {
    pub_key_rsa: 'N/A',
    pub_key_ecdsa: 'N/A',
    pub_key_ed25519: 'N/A',
    instance_id: machine.serverId,
    hostname: machine.hostname,
    fqdn: machine.hostname,
  };
  const names = post === 'all' ? Object.keys(known) : post;
  const request = {
    ...plainGet,
    url: url.replaceAll('$INSTANCE_ID', machine.serverId),
    method: 'POST',
    headers: [['content-type', 'application/x-www-form-urlencoded']] satisfies [string, string][],
    body: new URLSearchParams(Object.fromEntries(names.map((name) => [name, known[name] ?? 'N/A']))).toString(),
    timeoutMs: 10_000,
  };
  for (let tried = 1; ; tried += 1) {
    const { status } = await sendFrom(machine, request);
    if (status >= 200 && status < 300) return;
    machine.note(`phone_home: ${status || 'no answer'}`);
    if (tried >= tries) return;
    await pause(machine, machine.delays.retry);
  }
}
