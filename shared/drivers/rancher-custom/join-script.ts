import type { BirthCertificate } from './birth-certificate.ts';

/** Single quotes make a word literal for a POSIX shell. */
const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

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

/** Server = control plane and etcd, agent = worker (waldur-rancher.md §9c-9). */
const ROLE_FLAGS = { server: '--etcd --controlplane', agent: '--worker' } as const;

/** Joins the machine to its cluster with the system agent that this provider's Rancher serves, then phones home. */
export function joinScript(birth: BirthCertificate): string {
  const isPrivate = birth.caChecksum !== '';
  const curl = isPrivate ? `${CURL} --cacert /etc/paddock/rancher-ca.pem` : CURL;
  const checksumFlag = isPrivate ? ' --ca-checksum "$CA_CHECKSUM"' : '';
  return `#!/bin/bash
set -euo pipefail
umask 077
export CATTLE_AGENT_VAR_DIR=/opt/rke2_storage/agent
RANCHER_URL=${quote(birth.rancherUrl)}
REGISTRATION_TOKEN=${quote(birth.registrationToken)}
CA_CHECKSUM=${quote(birth.caChecksum)}
NODE_NAME=${quote(birth.spec.name)}
PHONE_HOME_URL=${quote(birth.phoneHomeUrl)}
PHONE_HOME_TOKEN=${quote(birth.phoneHomeToken)}

mkdir -p /etc/paddock "$CATTLE_AGENT_VAR_DIR"
modprobe --all overlay br_netfilter
sysctl --system > /dev/null
${isPrivate ? TRUST_PRIVATE_CA : ''}${curl} "$RANCHER_URL/system-agent-install.sh" --output /etc/paddock/system-agent-install.sh
sh /etc/paddock/system-agent-install.sh --server "$RANCHER_URL" --label 'cattle.io/os=linux' --token "$REGISTRATION_TOKEN"${checksumFlag} --node-name "$NODE_NAME" ${ROLE_FLAGS[birth.spec.role]}
${CURL} --request POST --header "Authorization: Bearer $PHONE_HOME_TOKEN" "$PHONE_HOME_URL" || true
rm -f /usr/local/sbin/paddock-join /etc/paddock/system-agent-install.sh
`;
}
