import { createHash, X509Certificate } from 'node:crypto';
import { type Machine, pause } from './machine.ts';
import { type MachineAnswer, plainGet, sendFrom } from './machine-http.ts';
import { type CommandResult, failure, success } from './shell/shell.ts';
import { type AgentOptions, agentOptions } from './system-agent-options.ts';
import { planAddress, startSystemAgent } from './system-agent-service.ts';

// The same number of tries as in Rancher's script (its RETRYCOUNT).
const MAX_TRIES = 4500;
const TIMEOUT_MS = 60_000;

/** Recognizes Rancher's installer by its contents, because its address differs between servers and releases. */
export function isSystemAgentInstaller(script: string): boolean {
  return script.includes('/v3/connect/agent') && script.includes('CATTLE_TOKEN');
}

/**
 * Reads the script of a machine that Rancher created. Returns the values of the `CATTLE_…` variables that the script
 * sets.
 */
export function settingsIn(script: string): Map<string, string> {
  return new Map(
    [...script.matchAll(/^(CATTLE_\w+)="?([^"\n]*)"?$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/**
 * Does what Rancher's system agent installer does (rancher/system-agent, `install.sh`). It reads flags and `CATTLE_…`
 * variables, compares the CA checksum, and tests the connection. It then calls `/v3/connect/agent` until the machine is
 * registered. One difference: a given checksum is always compared. The script skips the comparison for a server with a
 * trusted certificate.
 */
export async function installSystemAgent(
  machine: Machine,
  args: string[],
  environment: Map<string, string>,
): Promise<CommandResult> {
  const options = agentOptions(args, environment);
  if (typeof options === 'string') return failure(1, `system agent installer: ${options}`);
  const distrust = await checkCa(machine, options);
  if (distrust) return failure(1, `system agent installer: ${distrust}`);
  await until(machine, () => get(machine, `${options.server}/healthz`), 'testing the connection to Rancher');
  const connected = await until(machine, () => connect(machine, options), 'asking Rancher for the connection');
  if (!connected) return failure(1, 'system agent installer: no connection to Rancher');
  machine.plan = planAddress(connected.body);
  startSystemAgent(machine);
  machine.joined(options.roles);
  return success();
}

async function checkCa(machine: Machine, { server, caChecksum }: AgentOptions): Promise<string | undefined> {
  if (caChecksum === '') return undefined;
  // This request does not verify TLS, because the CA certificate is not trusted yet. The checksum verifies the
  // certificate instead.
  const answer = await until(machine, () => get(machine, `${server}/cacerts`, false), 'downloading the CA certificate');
  const pem = answer?.body ?? '';
  if (!isCertificate(pem)) return 'the value from /cacerts is not an x509 certificate';
  const checksum = createHash('sha256').update(pem).digest('hex');
  if (checksum !== caChecksum) return 'the checksum of /cacerts does not match the given --ca-checksum';
  machine.trusted.push(pem);
  return undefined;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== '';
  } catch {
    return false;
  }
}

const get = (machine: Machine, url: string, verify = true): Promise<MachineAnswer> =>
  sendFrom(machine, { ...plainGet, url, verify, timeoutMs: TIMEOUT_MS });

function connect(machine: Machine, options: AgentOptions): Promise<MachineAnswer> {
  const role = (name: string) => String(options.roles.includes(name));
  const headers: [string, string][] = [
    ['Authorization', `Bearer ${options.token}`],
    ['X-Cattle-Id', machineId(machine)],
    ['X-Cattle-Role-Etcd', role('etcd')],
    ['X-Cattle-Role-Control-Plane', role('controlplane')],
    ['X-Cattle-Role-Worker', role('worker')],
    ['X-Cattle-Node-Name', options.nodeName || machine.hostname],
    ['X-Cattle-Address', options.address || machine.address],
    ['X-Cattle-Internal-Address', options.internalAddress],
    ['X-Cattle-Labels', options.labels],
    ['X-Cattle-Taints', options.taints],
  ];
  return sendFrom(machine, { ...plainGet, url: `${options.server}/v3/connect/agent`, headers, timeoutMs: TIMEOUT_MS });
}

/**
 * Returns 63 hexadecimal digits that stay the same for one machine. They are stored at the path that the script uses.
 */
function machineId(machine: Machine): string {
  const path = '/etc/rancher/agent/cattle-id';
  const id = machine.files.get(path) ?? createHash('sha256').update(machine.serverId).digest('hex').slice(0, 63);
  machine.files.set(path, id);
  return id;
}

async function until(
  machine: Machine,
  ask: () => Promise<MachineAnswer>,
  what: string,
): Promise<MachineAnswer | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await ask();
    if (answer.status === 200) return answer;
    machine.note(`system agent installer: ${answer.status || 'no answer'} while ${what}`);
    await pause(machine, machine.delays.installRetry);
  }
  return undefined;
}
