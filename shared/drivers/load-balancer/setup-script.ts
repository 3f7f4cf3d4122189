/** Paths on the machine: the script, and HAProxy's configuration. */
export const SETUP_SCRIPT_PATH = '/usr/local/sbin/paddock-load-balancer';
export const HAPROXY_CONFIG_PATH = '/etc/paddock/haproxy.cfg';
const UNIT = 'paddock-load-balancer.service';
export const UNIT_PATH = `/etc/systemd/system/${UNIT}`;
/**
 * This file marks that the machine has already restarted for HAProxy. The file is in /var, because an immutable image
 * may lose changes in /etc when it restarts into a new snapshot.
 */
const RESTARTED = '/var/lib/paddock-restarted-for-haproxy';

/**
 * The systemd unit that runs the script again after a restart. Only immutable images need the unit, because they must
 * restart once to install a package.
 */
export const UNIT_FILE = `[Unit]
Description=Start HAProxy after the restart that brought it
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
ExecStart=${SETUP_SCRIPT_PATH}

[Install]
WantedBy=multi-user.target
`;

/**
 * Makes a machine a load balancer: installs HAProxy with the image's package manager if needed, writes Paddock's
 * configuration and starts HAProxy. Tries package mirrors for five minutes. Restarts the machine if packages need a
 * transactional update (openSUSE MicroOS). By default, SELinux lets HAProxy use only web ports, so the script permits
 * all ports. The script can safely run again.
 */
export const SETUP_SCRIPT = `#!/bin/bash
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
tries=0
until command -v haproxy > /dev/null; do
  tries=$((tries + 1))
  if [ "$tries" -gt 30 ]; then
    echo 'paddock-load-balancer: haproxy could not be installed' >&2
    exit 1
  fi
  if [ "$tries" -gt 1 ]; then sleep 10; fi
  if command -v transactional-update > /dev/null; then
    if [ -e ${RESTARTED} ]; then
      echo 'paddock-load-balancer: the restart did not bring haproxy' >&2
      exit 1
    fi
    systemctl daemon-reload
    systemctl enable ${UNIT}
    if transactional-update --non-interactive pkg install haproxy; then
      echo yes > ${RESTARTED}
      reboot
      exit 0
    fi
  elif command -v apt-get > /dev/null; then
    apt-get update || true
    apt-get install --yes --no-install-recommends -o DPkg::Lock::Timeout=300 haproxy || true
  elif command -v zypper > /dev/null; then
    zypper --non-interactive install haproxy || true
  else
    dnf --assumeyes install haproxy || true
  fi
done
haproxy -c -f ${HAPROXY_CONFIG_PATH}
if command -v setsebool > /dev/null; then setsebool -P haproxy_connect_any on || true; fi
mkdir -p /etc/haproxy
cat ${HAPROXY_CONFIG_PATH} > /etc/haproxy/haproxy.cfg
systemctl enable haproxy.service
systemctl restart haproxy.service
systemctl disable ${UNIT}
`;
