import { z } from 'zod';
import { completeConfig } from '../cloud-config/complete-config.ts';
import { hostName, parseUserDataInput, sshPublicKey } from '../cloud-config/input-values.ts';
import { fittingUserData } from '../cloud-config/user-data-size.ts';
import { writeConfig } from '../cloud-config/write-config.ts';
import { haproxyConfig } from './haproxy-config.ts';
import type { LoadBalancerInput } from './load-balancer-input.ts';
import { loadBalancerVariables } from './load-balancer-variables.ts';
import { HAPROXY_CONFIG_PATH, SETUP_SCRIPT, SETUP_SCRIPT_PATH, UNIT_FILE, UNIT_PATH } from './setup-script.ts';

/** The values that are checked at the beginning. `cidr` is checked later, when HAProxy's configuration is written. */
const typed = z.object({ name: hostName, sshPublicKey: sshPublicKey.optional() });

const ownCloudInit = ({ name, cidr, sshPublicKey }: LoadBalancerInput): string =>
  writeConfig({
    hostname: name,
    ...(sshPublicKey !== undefined && { ssh_authorized_keys: [sshPublicKey] }),
    write_files: [
      { path: HAPROXY_CONFIG_PATH, permissions: '0644', content: haproxyConfig(cidr) },
      { path: UNIT_PATH, permissions: '0644', content: UNIT_FILE },
      { path: SETUP_SCRIPT_PATH, permissions: '0700', content: SETUP_SCRIPT },
    ],
    runcmd: [[SETUP_SCRIPT_PATH]],
  });

const fromTemplate = (input: LoadBalancerInput, template: string): string =>
  completeConfig(template, loadBalancerVariables(input), {
    hostname: { value: input.name, variable: 'load_balancer_name' },
    sshPublicKey: input.sshPublicKey,
    disks: [],
  });

/**
 * The user data of a load balancer, `#cloud-config`. It is rendered from the provider's template, or from Paddock's own
 * template if the provider has none (docs/cloud-init.md). Paddock's template leaves the data volume empty, because
 * HAProxy stores nothing. A provider's template may use the data volume (S0-328).
 * @throws Misconfigured for a wrong value, a template that cannot be rendered, and more user data than Nova accepts
 */
export function renderLoadBalancerCloudInit(given: LoadBalancerInput, template = ''): string {
  const input = { ...given, ...parseUserDataInput(typed, given, given.name) };
  const text = template === '' ? ownCloudInit(input) : fromTemplate(input, template);
  return fittingUserData(text, input.name);
}
