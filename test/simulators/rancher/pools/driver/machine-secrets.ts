import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { caCertificate } from '#test/simulators/rancher/_core/ca-certificate';
import type { RancherContext } from '#test/simulators/rancher/_core/rancher-context';
import type { RancherSecret } from '#test/simulators/rancher/_core/rancher-objects';
import { planSecretOf, type RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { systemAgentInstaller } from '#test/simulators/rancher/machines/system-agent-installer';
import { hostnameOf, safeName } from '../safe-name.ts';
import { DriverError } from './openstack-session.ts';

const common = z.object({ common: z.object({ cloudCredentialSecretName: z.string().default('') }).prefault({}) });
const GLOBAL = 'cattle-global-data:';

/** The key of the secret that a cluster or pool names as its credential. */
export const credentialKey = (namespace: string, name: string): string =>
  name.startsWith(GLOBAL) ? name.replace(':', '/') : `${namespace}/${name}`;

/**
 * The decoded data of the credential that an OpenstackMachine names. @throws DriverError if the secret does not exist
 */
export function credentialData(
  { store }: Pick<RancherContext, 'store'>,
  namespace: string,
  spec: Record<string, unknown>,
): Record<string, string> {
  const name = common.parse(spec).common.cloudCredentialSecretName;
  if (name === '') return {};
  const secret = store.secrets.get(credentialKey(namespace, name));
  if (!secret) throw new DriverError(`secrets "${name.split(':').at(-1)}" not found`);
  return Object.fromEntries(
    Object.entries(secret.data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
  );
}

/** The secrets that Rancher creates for a machine of a pool. They exist as long as the machine. */
export function machineSecrets({ name, namespace, createdAt, labels }: RancherMachine): RancherSecret[] {
  const secret = (type: string, ...parts: string[]): RancherSecret => ({
    ...{ name: safeName(name, ...parts), namespace, uid: randomUUID(), createdAt, resourceVersion: 1, type },
    ...{ labels: {}, annotations: {}, data: {} },
  });
  return [
    { ...secret('rke.cattle.io/machine-plan'), name: planSecretOf({ name }), labels },
    secret('rke.cattle.io/bootstrap', 'machine', 'bootstrap'),
    secret('rke.cattle.io/machine-state', 'machine', 'state'),
    secret('Opaque', 'machine', 'driver', 'secret'),
  ];
}

const LIMIT = 'rke.cattle.io/hostname-length-limit';

export const machineHostname = ({ name, annotations }: Pick<RancherMachine, 'name' | 'annotations'>): string =>
  hostnameOf(name, Number(annotations[LIMIT] ?? 63));

/** The token with which a machine's agent authenticates to Rancher. */
export const bootstrapToken = ({ uid }: Pick<RancherMachine, 'uid'>): string =>
  createHash('sha256').update(`bootstrap ${uid}`).digest('base64url');

/**
 * The script that installs the agent. It names no roles, because Rancher has created the machine and knows its roles.
 */
function installScript({ serverUrl }: Pick<RancherContext, 'serverUrl'>, machine: RancherMachine): string {
  const checksum = createHash('sha256').update(caCertificate).digest('hex');
  return `CATTLE_SERVER=${serverUrl}
CATTLE_CA_CHECKSUM="${checksum}"
CATTLE_ROLE_NONE=true
CATTLE_TOKEN="${bootstrapToken(machine)}"

${systemAgentInstaller}`;
}

const PATH = '/usr/local/custom_script/install.sh';
const cloudConfig = z.record(z.string(), z.unknown());

/**
 * Adds Rancher's script to the user data from the pool's configuration, as rancher-machine does. @throws DriverError if
 * the user data is neither a script nor cloud-config
 */
export function userDataOf(context: RancherContext, machine: RancherMachine, given: string): string {
  const own = installScript(context, machine);
  if (given !== '' && !/^(#!|#cloud-config)/.test(given))
    throw new DriverError(
      "could not alter cloud-init file: existing userdata file does not begin with '#!' or '#cloud-config'",
    );
  const isScript = given.startsWith('#!');
  const config = isScript || given === '' ? {} : cloudConfig.parse(parse(given) ?? {});
  const script = isScript ? `${given.replace(/^#!.*\n/, '')}\n\n${own}` : own;
  const file = {
    ...{ encoding: 'gzip+b64', content: gzipSync(script).toString('base64') },
    ...{ permissions: '0644', path: PATH },
  };
  const merged = {
    hostname: machineHostname(machine),
    ...config,
    write_files: [...listIn(config, 'write_files'), file],
    runcmd: [...listIn(config, 'runcmd'), `sh ${PATH}`],
  };
  return `#cloud-config\n${stringify(merged)}`;
}

function listIn(config: Record<string, unknown>, key: string): unknown[] {
  const found = config[key] ?? [];
  if (!Array.isArray(found))
    throw new DriverError(`could not alter cloud-init file: unable to get ${key} from cloud-config YAML`);
  return found;
}
