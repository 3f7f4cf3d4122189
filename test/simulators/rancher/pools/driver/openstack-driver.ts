import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { DriverFlags } from './driver-flags.ts';
import { DriverError, type OpenstackSession, openstackSession } from './openstack-session.ts';

/** The state that rancher-machine saves of a created server. */
export interface SavedServer {
  serverId: string;
  keyPair: string;
  /** Whether the user named an existing key pair. This key pair is not deleted with the server. */
  isOwnKey: boolean;
  address: string;
}

interface Job {
  flags: DriverFlags;
  signal: AbortSignal;
  /** Waits for this many milliseconds of the simulator's time. */
  wait(ms: number): Promise<void>;
}

const BETWEEN_LOOKS = 4_000;
const made = z.object({ server: z.object({ id: z.string() }) });
const shown = z.object({
  server: z.object({
    status: z.string(),
    addresses: z.record(
      z.string(),
      z.array(z.looseObject({ addr: z.string(), version: z.number(), 'OS-EXT-IPS:type': z.string().default('fixed') })),
    ),
  }),
});
const madeVolume = z.object({ volume: z.object({ id: z.string() }) });
const shownVolume = z.object({ volume: z.object({ status: z.string() }) });
const named = z.array(z.looseObject({ id: z.string(), name: z.string() }));
const kept = z.object({ keypair: z.object({ public_key: z.string() }) });

/**
 * `rancher-machine create`: creates key pair, server and floating IP. If a step fails after the server was created, the
 * server and a new key pair are removed again. Other resources stay. @throws DriverError
 */
export async function createServer(
  job: Job,
  { name, userData }: { name: string; userData: string },
): Promise<SavedServer> {
  const { flags } = job;
  checkFlags(flags);
  const session = await openstackSession(flags, job.signal);
  const ids = await resolveIds(session, flags);
  const key = await keyPair(session, flags, name);
  const volumeId = await dataVolume(session, flags);
  const serverId = await startServer(session, { flags, ids, name, userData, keyName: key.keyPair });
  try {
    await waitUntilActive(session, job, serverId);
    if (volumeId !== '') await attach(session, job, { serverId, volumeId });
    if (ids.floatingIpPool) await assignFloatingIp(session, { serverId, ...ids });
    return { ...key, serverId, address: await addressOf(session, job, serverId) };
  } catch (error) {
    await removeServer(job, { ...key, serverId, address: '' });
    throw error;
  }
}

/**
 * `rancher-machine rm`: deletes the floating IP, the server, and a key pair that was created for the server. Volumes
 * stay. @throws DriverError
 */
export async function removeServer({ flags, signal }: Omit<Job, 'wait'>, saved: SavedServer): Promise<void> {
  const session = await openstackSession(flags, signal);
  const { floatingIpPool } = await resolveIds(session, flags);
  if (floatingIpPool && saved.address !== '') {
    const query = `floating_ip_address=${saved.address}&floating_network_id=${floatingIpPool}`;
    const [first] = await listed(session, 'network', `/floatingips?${query}`, 'floatingips');
    if (first) await session.send('network', 'DELETE', `/floatingips/${first}`);
  }
  await session.send('compute', 'DELETE', `/servers/${saved.serverId}`);
  if (!saved.isOwnKey) await session.send('compute', 'DELETE', `/os-keypairs/${saved.keyPair}`);
}

function checkFlags({ text }: DriverFlags): void {
  for (const what of ['flavor', 'image']) {
    const [byName, byId] = [text(`${what}Name`) !== '', text(`${what}Id`) !== ''];
    const title = what === 'flavor' ? 'Flavor' : 'Image';
    const options = `--openstack-${what}-name or --openstack-${what}-id`;
    if (!(byName || byId))
      throw new DriverError(`${title} name or ${title} id must be specified using the CLI option ${options}`);
    if (byName && byId) throw new DriverError(`Either ${title} name or ${title} id must be specified, not both`);
  }
  if (text('netName') !== '' && text('netId') !== '')
    throw new DriverError('Either Network name or Network id must be specified, not both');
  if ((text('keypairName') === '') !== (text('privateKeyFile') === ''))
    throw new DriverError('Both KeyPairName and PrivateKeyFile must be specified');
}

async function listed(session: OpenstackSession, service: 'compute' | 'network', path: string, field: string) {
  const answer = z.record(z.string(), z.unknown()).parse(await session.send(service, 'GET', path));
  return z
    .array(z.looseObject({ id: z.string() }))
    .parse(answer[field] ?? [])
    .map(({ id }) => id);
}

interface ResolvedIds {
  network: string;
  flavor: string;
  image: string;
  serverGroup: string;
  floatingIpPool: string;
}

async function resolveIds(session: OpenstackSession, { text }: DriverFlags): Promise<ResolvedIds> {
  const find = async (what: string, name: string, service: 'compute' | 'network', path: string, field: string) => {
    const answer = z.record(z.string(), z.unknown()).parse(await session.send(service, 'GET', path));
    const found = named.parse(answer[field]).find((one) => one.name === name);
    if (!found) throw new DriverError(`Unable to find ${what} named ${name}`);
    return found.id;
  };
  const byName = (what: string, name: string) =>
    find(what, name, 'network', `/networks?name=${encodeURIComponent(name)}`, 'networks');
  const [net, flavor, image, group] = ['netName', 'flavorName', 'imageName', 'serverGroupName'].map(text);
  const pool = text('floatingipPool');
  return {
    network: net ? await byName('network', net) : text('netId'),
    flavor: flavor ? await find('flavor', flavor, 'compute', '/flavors/detail', 'flavors') : text('flavorId'),
    image: image
      ? await find('image', image, 'compute', `/images/detail?name=${encodeURIComponent(image)}`, 'images')
      : text('imageId'),
    serverGroup: group
      ? await find('server group', group, 'compute', '/os-server-groups', 'server_groups')
      : text('serverGroupId'),
    floatingIpPool: pool === '' ? '' : await byName('network', pool),
  };
}

async function keyPair(session: OpenstackSession, { text }: DriverFlags, name: string) {
  const own = text('keypairName');
  if (own !== '') {
    kept.parse(await session.send('compute', 'GET', `/os-keypairs/${encodeURIComponent(own)}`));
    return { keyPair: own, isOwnKey: true };
  }
  const made = `${name}-${randomBytes(32).toString('hex')}`.replaceAll('.', '_');
  const public_key = `ssh-ed25519 ${publicKey()}`;
  await session.send('compute', 'POST', '/os-keypairs', { keypair: { name: made, public_key } });
  return { keyPair: made, isOwnKey: false };
}

function publicKey(): string {
  const { publicKey: key } = generateKeyPairSync('ed25519');
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

interface Wish {
  flags: DriverFlags;
  ids: ResolvedIds;
  name: string;
  userData: string;
  keyName: string;
}

async function startServer(session: OpenstackSession, { flags, ids, name, userData, keyName }: Wish): Promise<string> {
  const { text } = flags;
  const groups = text('secGroups').split(',').filter(Boolean);
  const isFromVolume = flags.isSet('bootFromVolume');
  const server = {
    ...{ name, flavorRef: ids.flavor, imageRef: ids.image, key_name: keyName },
    ...{ user_data: Buffer.from(userData).toString('base64'), config_drive: flags.isSet('configDrive') },
    ...(ids.network !== '' && { networks: [{ uuid: ids.network }] }),
    ...(groups.length > 0 && { security_groups: groups.map((group) => ({ name: group })) }),
    ...(text('availabilityZone') !== '' && { availability_zone: text('availabilityZone') }),
    ...(isFromVolume && { block_device_mapping_v2: [bootVolume(flags, ids.image)] }),
  };
  const hints = ids.serverGroup === '' ? {} : { 'os:scheduler_hints': { group: ids.serverGroup } };
  // Since this microversion, Nova accepts the type of a volume.
  const microversion = isFromVolume && text('volumeType') !== '' ? '2.67' : undefined;
  const path = isFromVolume ? '/os-volumes_boot' : '/servers';
  return made.parse(await session.send('compute', 'POST', path, { server, ...hints }, microversion)).server.id;
}

const bootVolume = (flags: DriverFlags, image: string) => ({
  ...{ boot_index: 0, delete_on_termination: true, destination_type: 'volume', source_type: 'image', uuid: image },
  ...(flags.text('volumeType') !== '' && { volume_type: flags.text('volumeType') }),
  ...(flags.number('volumeSize') > 0 && { volume_size: flags.number('volumeSize') }),
});

/** Creates a data volume for a server that boots from its flavor's disk. The volume is not deleted with the server. */
async function dataVolume(session: OpenstackSession, { text, number, isSet }: DriverFlags): Promise<string> {
  if (isSet('bootFromVolume') || number('volumeSize') <= 0) return text('volumeId');
  const volume = {
    ...{ name: text('volumeName') || 'rancher-machine-volume', size: number('volumeSize') },
    ...(text('volumeType') !== '' && { volume_type: text('volumeType') }),
    ...(text('availabilityZone') !== '' && { availability_zone: text('availabilityZone') }),
  };
  return madeVolume.parse(await session.send('volumev3', 'POST', '/volumes', { volume })).volume.id;
}

async function attach(
  session: OpenstackSession,
  { flags, wait }: Job,
  { serverId, volumeId }: { serverId: string; volumeId: string },
): Promise<void> {
  for (let look = 0; look < 50; look += 1) {
    const { status } = shownVolume.parse(await session.send('volumev3', 'GET', `/volumes/${volumeId}`)).volume;
    if (status === 'available') break;
    await wait(BETWEEN_LOOKS);
  }
  const device = flags.text('volumeDevicePath');
  const volumeAttachment = { volumeId, ...(device !== '' && { device }) };
  await session.send('compute', 'POST', `/servers/${serverId}/os-volume_attachments`, { volumeAttachment });
}

async function waitUntilActive(session: OpenstackSession, { flags, wait }: Job, serverId: string): Promise<void> {
  const looks = Math.floor((flags.number('activeTimeout') || 200) / 4);
  for (let look = 0; look < looks; look += 1) {
    const { status } = shown.parse(await session.send('compute', 'GET', `/servers/${serverId}`)).server;
    if (status === 'ERROR') throw new DriverError('Instance creation failed. Instance is in ERROR state');
    if (status === 'ACTIVE') return;
    await wait(BETWEEN_LOOKS);
  }
  throw new DriverError('Maximum number of retries (50) exceeded');
}

async function assignFloatingIp(
  session: OpenstackSession,
  { serverId, network, floatingIpPool }: { serverId: string; network: string; floatingIpPool: string },
): Promise<void> {
  const query = network === '' ? '' : `&network_id=${network}`;
  const [port_id] = await listed(session, 'network', `/ports?device_id=${serverId}${query}`, 'ports');
  await session.send('network', 'POST', '/floatingips', {
    floatingip: { floating_network_id: floatingIpPool, port_id },
  });
}

async function addressOf(session: OpenstackSession, { flags, wait }: Job, serverId: string): Promise<string> {
  const wanted = flags.text('floatingipPool') === '' ? 'fixed' : 'floating';
  const version = flags.number('ipVersion') || 4;
  for (let look = 0; look < 5; look += 1) {
    const { addresses } = shown.parse(await session.send('compute', 'GET', `/servers/${serverId}`)).server;
    const found = Object.values(addresses)
      .flat()
      .find((one) => one['OS-EXT-IPS:type'] === wanted && one.version === version);
    if (found) return found.addr;
    await wait(BETWEEN_LOOKS / 2);
  }
  throw new DriverError('No IP found for the machine');
}
