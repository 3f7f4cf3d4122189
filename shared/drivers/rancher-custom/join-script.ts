import { rolesOf } from '#shared/domain/planning/node-spec';
import type { UserDataInput } from '../user-data-input.ts';
import { readVaultToken, vaultSettings } from './read-vault-token.ts';
import { shellWord } from './shell-word.ts';

export const JOIN_SCRIPT_PATH = '/usr/local/sbin/paddock-join';

/** curl that retries for five minutes, even while Rancher restarts and refuses connections. */
const CURL =
  'curl --fail --silent --show-error --location --connect-timeout 10 --max-time 120 --retry 30 --retry-delay 10 --retry-connrefused';

/**
 * Shell code that makes the machine trust a private CA of Rancher. The CA bundle comes over an unverified connection,
 * so the machine trusts it only if it has the given checksum. Everything that the machine executes comes later, over
 * verified connections.
 */
const TRUST_PRIVATE_CA = `${CURL} --insecure "$RANCHER_URL/cacerts" --output /etc/paddock/rancher-ca.pem
echo "$CA_CHECKSUM  /etc/paddock/rancher-ca.pem" | sha256sum --check --status
`;

/**
 * Longhorn needs open-iscsi, and multipathd must ignore Longhorn's devices (Longhorn's installation requirements).
 * Every node is prepared, because Longhorn may be installed later. A cluster without Longhorn needs no open-iscsi, so
 * its absence is only a warning.
 */
const PREPARE_LONGHORN = `systemctl enable --now iscsid.service || echo 'paddock-join: this image has no open-iscsi, which Longhorn needs' >&2
systemctl try-reload-or-restart multipathd.service 2> /dev/null || true
`;

/** Shell code that stops the script if a disk is not mounted. Without the disk, the node would fill its system disk. */
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
 * Joins the machine to its cluster with the system agent of the provider's Rancher, then phones home. No secret stays
 * on the machine. The script always deletes itself. Tokens go through pipes and through the installer's environment,
 * which only root can read. Vault is called last, when Rancher has already answered, because Vault's secret id works
 * only once.
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
