import { readFileSync } from 'node:fs';

const example = (name: string): string =>
  readFileSync(new URL(`../docs/cloud-init-examples/${name}.yaml`, import.meta.url), 'utf8');

/**
 * The templates of docs/cloud-init.md. The first one follows Waldur's own template: Vault, write_files, and a systemd
 * unit that joins once. The last one is for load balancers.
 */
export const EXAMPLES = {
  microosVault: example('microos-vault'),
  ubuntuOwnJoin: example('ubuntu-own-join'),
  plainToken: example('plain-token'),
  loadBalancer: example('load-balancer'),
};
