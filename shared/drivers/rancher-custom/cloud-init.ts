import { stringify } from 'yaml';
import type { BirthCertificate } from './birth-certificate.ts';
import { joinScript } from './join-script.ts';

/** Kubernetes needs forwarding and many watches; the numbers are those RKE2's and Waldur's own templates use (§5.5). */
const SYSCTL = `net.ipv4.ip_forward = 1
net.ipv6.conf.all.forwarding = 1
net.bridge.bridge-nf-call-iptables = 1
fs.inotify.max_user_watches = 524288
fs.inotify.max_user_instances = 512
net.core.somaxconn = 4096
`;

type Disk = BirthCertificate['spec']['dataVolumes'][number] & { device: string; label: string };

/** Nova attaches volumes in the order of the request, the boot volume being the first letter. */
function disksOf({ spec, diskDriver }: BirthCertificate): Disk[] {
  return spec.dataVolumes.map((volume, index) => ({
    ...volume,
    device: `/dev/${diskDriver}${String.fromCharCode('b'.charCodeAt(0) + index)}`,
    label: `data${index + 1}`,
  }));
}

/** A volume may show up after the machine has started: wait ten minutes for it, as long as Waldur does. */
const waitForDevice = (device: string): string[] => [
  'sh',
  '-c',
  `for attempt in $(seq 120); do [ -b ${device} ] && exit 0; sleep 5; done; echo "${device} did not appear" >&2; exit 1`,
];

function storage(disks: readonly Disk[]): Record<string, unknown> {
  if (disks.length === 0) return {};
  return {
    bootcmd: disks.map((disk) => waitForDevice(disk.device)),
    disk_setup: Object.fromEntries(
      disks.map((disk) => [disk.device, { table_type: 'gpt', layout: true, overwrite: false }]),
    ),
    fs_setup: disks.map(({ device, filesystem, label }) => ({ device: `${device}1`, filesystem, label })),
    mounts: disks.map(({ device, mountPoint, filesystem }) => [
      `${device}1`,
      mountPoint,
      filesystem,
      'defaults,nofail,x-systemd.device-timeout=600',
      '0',
      '2',
    ]),
  };
}

/** The node's user data: `#cloud-config` that formats its disks and joins it to the cluster through Rancher's own installer. */
export function renderCloudInit(birth: BirthCertificate): string {
  const config = {
    hostname: birth.spec.name,
    ...(birth.spec.sshPublicKey !== undefined && { ssh_authorized_keys: [birth.spec.sshPublicKey] }),
    ...storage(disksOf(birth)),
    write_files: [
      { path: '/etc/modules-load.d/paddock.conf', permissions: '0644', content: 'overlay\nbr_netfilter\n' },
      { path: '/etc/sysctl.d/90-paddock.conf', permissions: '0644', content: SYSCTL },
      { path: '/usr/local/sbin/paddock-join', permissions: '0700', content: joinScript(birth) },
    ],
    runcmd: [['/usr/local/sbin/paddock-join']],
  };
  return `#cloud-config\n${stringify(config, { lineWidth: 0 })}`;
}
