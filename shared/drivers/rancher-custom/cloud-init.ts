import { dataDisks, storageConfig } from '../cloud-config/data-disks.ts';
import { fittingUserData } from '../cloud-config/user-data-size.ts';
import { writeConfig } from '../cloud-config/write-config.ts';
import type { UserDataInput } from '../user-data-input.ts';
import { JOIN_SCRIPT_PATH, joinScript } from './join-script.ts';
import { renderTemplate } from './render-template.ts';
import { typedInput } from './typed-input.ts';

/**
 * Kernel settings for Kubernetes. Kubernetes needs IP forwarding and many inotify watches. The numbers come from the
 * templates of RKE2 and Waldur (docs/spec/backends.md#cloud-init).
 */
const SYSCTL = `net.ipv4.ip_forward = 1
net.ipv6.conf.all.forwarding = 1
net.bridge.bridge-nf-call-iptables = 1
fs.inotify.max_user_watches = 524288
fs.inotify.max_user_instances = 512
net.core.somaxconn = 4096
`;

/** Keeps Ubuntu's multipathd away from Longhorn's volumes, which report this vendor and product. */
const MULTIPATH = `blacklist {
  device {
    vendor "IET"
    product "VIRTUAL-DISK"
  }
}
`;

function ownCloudInit(input: UserDataInput): string {
  const disks = dataDisks(input.spec.dataVolumes, input.diskDriver);
  return writeConfig({
    hostname: input.spec.name,
    ...(input.spec.sshPublicKey !== undefined && { ssh_authorized_keys: [input.spec.sshPublicKey] }),
    ...(disks.length > 0 && storageConfig(disks)),
    write_files: [
      { path: '/etc/modules-load.d/paddock.conf', permissions: '0644', content: 'overlay\nbr_netfilter\n' },
      { path: '/etc/sysctl.d/90-paddock.conf', permissions: '0644', content: SYSCTL },
      { path: '/etc/multipath/conf.d/paddock.conf', permissions: '0644', content: MULTIPATH },
      { path: JOIN_SCRIPT_PATH, permissions: '0700', content: joinScript(input) },
    ],
    runcmd: [[JOIN_SCRIPT_PATH]],
  });
}

/**
 * The node's user data, `#cloud-config`. It is rendered from the provider's template, or from Paddock's own template if
 * the provider has none (docs/cloud-init.md). Paddock's template formats the disks, and joins the node to the cluster
 * with Rancher's installer.
 * @throws Misconfigured for a value of a wrong type, a template that cannot be rendered, and more user data than Nova
 * accepts
 */
export function renderCloudInit(given: UserDataInput, template = ''): string {
  const input = typedInput(given);
  const text = template === '' ? ownCloudInit(input) : renderTemplate(input, template);
  const { name, dataVolumes } = input.spec;
  return fittingUserData(text, `${name} (${dataVolumes.length} data volumes)`);
}
