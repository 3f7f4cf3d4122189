import { stringify } from 'yaml';
import { completeConfig } from '../cloud-config/complete-config.ts';
import { fillTemplate } from '../cloud-config/fill-template.ts';
import { fittingUserData } from '../cloud-config/fitting-user-data.ts';
import { haproxyConfig } from './haproxy-config.ts';
import type { LoadBalancerBirth } from './load-balancer-birth.ts';
import { loadBalancerVariables } from './load-balancer-variables.ts';
import { HAPROXY_CONFIG_PATH, SETUP_SCRIPT, SETUP_SCRIPT_PATH, UNIT_FILE, UNIT_PATH } from './setup-script.ts';

function ownCloudInit({ name, cidr, sshPublicKey }: LoadBalancerBirth): string {
  const config = {
    hostname: name,
    ...(sshPublicKey !== undefined && { ssh_authorized_keys: [sshPublicKey] }),
    write_files: [
      { path: HAPROXY_CONFIG_PATH, permissions: '0644', content: haproxyConfig(cidr) },
      { path: UNIT_PATH, permissions: '0644', content: UNIT_FILE },
      { path: SETUP_SCRIPT_PATH, permissions: '0700', content: SETUP_SCRIPT },
    ],
    runcmd: [[SETUP_SCRIPT_PATH]],
  };
  // cloud-init reads YAML 1.1, in which more words have to be quoted to stay words.
  return `#cloud-config\n${stringify(config, { lineWidth: 0, version: '1.1' })}`;
}

const fromTemplate = (birth: LoadBalancerBirth, template: string): string =>
  completeConfig(fillTemplate(template, loadBalancerVariables(birth)), {
    hostname: { value: birth.name, variable: 'load_balancer_name' },
    sshPublicKey: birth.sshPublicKey,
    disks: [],
  });

/**
 * The user data of a load balancer, `#cloud-config`: ours, or the provider's template where there is one (docs/cloud-init.md). A data
 * volume stays as it is: HAProxy keeps nothing on disk, and a template of the provider's may use it as it likes (S0-328).
 * @throws Misconfigured when the network is no /24, the template cannot be rendered, or Nova would not take it
 */
export function renderLoadBalancerCloudInit(birth: LoadBalancerBirth, template = ''): string {
  const text = template === '' ? ownCloudInit(birth) : fromTemplate(birth, template);
  return fittingUserData(text, birth.name);
}
