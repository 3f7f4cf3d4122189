import { readFileSync } from 'node:fs';

const example = (name: string): string =>
  readFileSync(new URL(`../docs/cloud-init-examples/${name}.yaml`, import.meta.url), 'utf8');

/**
 * The templates of docs/cloud-init.md, the last one for load balancers; the first is Waldur's own in manner: Vault, write_files, a unit
 * that joins once.
 */
export const EXAMPLES = {
  microosVault: example('microos-vault'),
  ubuntuOwnJoin: example('ubuntu-own-join'),
  plainToken: example('plain-token'),
  loadBalancer: example('load-balancer'),
};
