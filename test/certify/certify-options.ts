import { parseArgs } from 'node:util';
import { OperatorError } from '#infra/local/operator-error';
import { BACKENDS, type Backend } from './targets.ts';

export type CertifyOptions = {
  readonly addresses: Partial<Record<Backend, string>>;
  /** Whether simulators replace the backends for which no address is given. */
  readonly simulators: boolean;
  /** Runs without asking for confirmation. */
  readonly yes: boolean;
};

const USAGE =
  'Say what to certify: npm run certify -- --rancher <url>, and --openstack <auth url>, --keycloak <url>, --vault <url>, ' +
  '--argocd <kubeconfig>; or --simulators for those of this repository. --yes asks nothing.';

/** @throws OperatorError for an unknown flag */
export function certifyOptions(args: string[]): CertifyOptions {
  const address = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        ...{ rancher: address, openstack: address, keycloak: address, vault: address, argocd: address },
        ...{ simulators: flag, yes: flag },
      },
    });
    const given = BACKENDS.flatMap((backend) => (values[backend] === undefined ? [] : [[backend, values[backend]]]));
    return { addresses: Object.fromEntries(given), simulators: values.simulators, yes: values.yes };
  } catch {
    throw new OperatorError(USAGE);
  }
}
export const nothingToCertify = (): OperatorError => new OperatorError(USAGE);
