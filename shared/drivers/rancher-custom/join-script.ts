import { rolesOf } from '#shared/domain/planning/node-spec';
import { readVaultToken, vaultSettings } from './read-vault-token.ts';
import { shellWord } from './shell-word.ts';
import type { UserDataInput } from './user-data-input.ts';

/** Where the script stands on the machine. */
export const JOIN_SCRIPT_PATH = '/usr/local/sbin/paddock-join';

/** Five minutes of patience, also with a Rancher that is being restarted and refuses connections. */
const CURL =
  'curl --fail --silent --show-error --location --connect-timeout 10 --max-time 120 --retry 30 --retry-delay 10 --retry-connrefused';

/**
 * With a private CA the bundle is fetched unverified, held against the checksum we were given, and trusted from then on:
 * nothing that is executed ever comes over an unverified connection.
 */
const TRUST_PRIVATE_CA = `${CURL} --insecure "$RANCHER_URL/cacerts" --output /etc/paddock/rancher-ca.pem
echo "$CA_CHECKSUM  /etc/paddock/rancher-ca.pem" | sha256sum --check --status
`;

/**
 * Longhorn needs open-iscsi running, and multipathd to leave its devices alone (Longhorn's installation requirements). Whether a
 * cluster gets Longhorn is decided later than its machines, and an image without open-iscsi is a good image for one without.
 */
const PREPARE_LONGHORN = `systemctl enable --now iscsid.service || echo 'paddock-join: this image has no open-iscsi, which Longhorn needs' >&2
systemctl try-reload-or-restart multipathd.service 2> /dev/null || true
`;

/** cloud-init goes on where a disk could not be mounted; a node must not, it would fill its system disk with what belongs elsewhere. */
const checkMounted = (mountPoint: string): string => {
  const path = shellWord(mountPoint);
  return `if ! mountpoint -q ${path}; then
  echo "paddock-join: no volume is mounted at" ${path} >&2
  exit 1
fi
`;
};

const roleFlags = (spec: UserDataInput['spec']): string =>
  rolesOf(spec)
    .map((one) => `--${one}`)
    .join(' ');

function settings({ rancherUrl, caChecksum, spec, phoneHomeUrl, phoneHomeToken, credential }: UserDataInput): string {
  const ownCa = caChecksum === '' ? '' : `CA_CHECKSUM=${shellWord(caChecksum)}\n`;
  const join =
    credential.from === 'vault'
      ? vaultSettings(credential)
      : `REGISTRATION_TOKEN=${shellWord(credential.registrationToken)}\n`;
  return `RANCHER_URL=${shellWord(rancherUrl)}
NODE_NAME=${shellWord(spec.name)}
PHONE_HOME_URL=${shellWord(phoneHomeUrl)}
PHONE_HOME_TOKEN=${shellWord(phoneHomeToken)}
${ownCa}${join}`;
}

/**
 * Joins the machine to its cluster with the system agent that this provider's Rancher serves, then phones home. Leaves no secret:
 * the script removes itself however it ends, and tokens go through pipes and the installer's environment, which only root can read.
 * Vault is asked last: what lets a machine in works once, and must not be spent on a Rancher that does not answer.
 */
export function joinScript(input: UserDataInput): string {
  const { caChecksum, credential, spec } = input;
  const isPrivate = caChecksum !== '';
  const curl = isPrivate ? `${CURL} --cacert /etc/paddock/rancher-ca.pem` : CURL;
  const checksumFlag = isPrivate ? ' --ca-checksum "$CA_CHECKSUM"' : '';
  return `#!/bin/bash
set -euo pipefail
mkdir -p /opt/rke2_storage
umask 077
trap 'rm -f ${JOIN_SCRIPT_PATH} /etc/paddock/system-agent-install.sh' EXIT
export CATTLE_AGENT_VAR_DIR=/opt/rke2_storage/agent
${settings(input)}
${spec.dataVolumes.map(({ mountPoint }) => checkMounted(mountPoint)).join('')}mkdir -p /etc/paddock "$CATTLE_AGENT_VAR_DIR"
modprobe --all overlay br_netfilter
sysctl --system > /dev/null
${PREPARE_LONGHORN}${isPrivate ? TRUST_PRIVATE_CA : ''}${curl} "$RANCHER_URL/system-agent-install.sh" --output /etc/paddock/system-agent-install.sh
${credential.from === 'vault' ? readVaultToken(credential, CURL) : ''}CATTLE_TOKEN="$REGISTRATION_TOKEN" sh /etc/paddock/system-agent-install.sh --server "$RANCHER_URL" --label 'cattle.io/os=linux'${checksumFlag} --node-name "$NODE_NAME" ${roleFlags(spec)}
printf 'Authorization: Bearer %s' "$PHONE_HOME_TOKEN" | ${CURL} --request POST --header @- "$PHONE_HOME_URL" || true
`;
}
