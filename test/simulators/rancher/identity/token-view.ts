import { z } from 'zod';
import { caChecksum } from '../_core/ca-certificate.ts';
import type { ProvisioningCluster, RegistrationToken } from '../_core/rancher-objects.ts';

const agentSettings = z.object({
  agentEnvVars: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
  rkeConfig: z.object({ dataDirectories: z.object({ systemAgent: z.string().default('') }).nullish() }).nullish(),
});
type Place = { baseUrl: string; provisioning: ProvisioningCluster | undefined };

/** A registration token as norman shows it. A token that Rancher itself made has neither labels nor annotations. */
export function tokenView(token: RegistrationToken, place: Place) {
  const { id, name, clusterId, createdAt, uid, creatorId, labels } = token;
  const self = `${place.baseUrl}/v3/clusterRegistrationTokens/${id}`;
  const created = createdAt.replace(/\.\d+/, '');
  const isOwn = creatorId === '';
  return {
    ...(!isOwn && { annotations: {}, labels }),
    ...{ baseType: 'clusterRegistrationToken', clusterId, created, createdTS: Date.parse(created) },
    ...{
      creatorId: isOwn ? null : creatorId,
      id,
      links: { remove: self, self, update: self },
      name,
      namespaceId: null,
    },
    ...{ state: 'active', transitioning: 'no', transitioningMessage: '' },
    ...{ type: 'clusterRegistrationToken', uuid: uid },
    ...(token.token === '' ? isOwn && NO_COMMANDS : tokenStatus(token, place, ' ')),
  };
}

const NO_COMMANDS = {
  ...{ command: '', insecureCommand: '', insecureNodeCommand: '', insecureWindowsNodeCommand: '', manifestUrl: '' },
  ...{ nodeCommand: '', token: '', windowsNodeCommand: '' },
};

/**
 * What Rancher's controller fills in: the token's value, and the commands that a user copies. The user adds the roles
 * to the command. A command that sets no variables begins with `blank`. In norman `blank` is a space, and in steve it
 * is empty.
 */
export function tokenStatus(token: RegistrationToken, { baseUrl, provisioning }: Place, blank: '' | ' ') {
  const { token: value, clusterId, name, previous } = token;
  const manifestUrl = `${baseUrl}/v3/import/${value}_${clusterId}.yaml`;
  const variables = variablesOf(provisioning);
  const begin = variables === '' ? blank : `${variables} `;
  const install = (flags: string) =>
    `${begin}curl ${flags} ${baseUrl}/system-agent-install.sh | sudo ${variables} sh -s - --server ${baseUrl} ` +
    `--label 'cattle.io/os=linux' --token ${value} --ca-checksum ${caChecksum}`;
  const installWindows = (flags: string) =>
    `${blank}curl.exe ${flags} ${baseUrl}/wins-agent-install.ps1 -o install.ps1; Set-ExecutionPolicy Bypass -Scope Process ` +
    `-Force; ./install.ps1 -Server ${baseUrl} -Label 'cattle.io/os=windows' -Token ${value} -Worker -CaChecksum ${caChecksum}`;
  return {
    command: `kubectl apply -f ${manifestUrl}`,
    expiresAt: seconds(token.expiresAt),
    ...(previous && { gracePeriodExpiresAt: seconds(previous.until) }),
    insecureCommand: `curl --insecure -sfL ${manifestUrl} | kubectl apply -f -`,
    insecureNodeCommand: install('--insecure -fL'),
    insecureWindowsNodeCommand: installWindows('--insecure -fL'),
    ...{ manifestUrl, nodeCommand: install('-fL'), token: value, tokenSecretName: `crt-token-${name}` },
    windowsNodeCommand: installWindows('-fL'),
  };
}

const seconds = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** Environment variables with which the agent is started, in addition to its flags. */
function variablesOf(provisioning: ProvisioningCluster | undefined): string {
  const { data } = agentSettings.safeParse(provisioning?.spec);
  const directory = data?.rkeConfig?.dataDirectories?.systemAgent ?? '';
  const variables = [
    ...(data?.agentEnvVars ?? []),
    ...(directory === '' ? [] : [{ name: 'CATTLE_AGENT_VAR_DIR', value: directory }]),
  ];
  return variables.map(({ name, value }) => `${name}="${value}"`).join(' ');
}
