import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { OperatorError } from '#infra/local/operator-error';
import { type RunningProcess, startProcess } from '#infra/local/processes';
import { freeBlock } from '../openstack/ports.ts';
import { answers, untilUp } from '../openstack/service.ts';
import type { RealOptions } from '../real-options.ts';
import { type KubernetesAddress, type KubernetesFiles, newCredentials } from './credentials.ts';

export const PROGRAMS = ['etcd', 'kube-apiserver', 'kube-controller-manager'] as const;
type Options = Pick<RealOptions, 'home' | 'logDir' | 'firstPort' | 'done' | 'signal'> & {
  programs: string;
};
type Ports = { etcd: string; peers: string; api: string; controllers: string };

/** The default range of service addresses in an RKE2 cluster. */
const SERVICES = '10.43.0.0/16';
const LOOPBACK = '127.0.0.1';

const etcdArguments = (folder: string, { etcd, peers }: Ports): string[] => [
  ...['--name=real', `--data-dir=${join(folder, 'etcd')}`, '--unsafe-no-fsync'],
  ...[`--listen-client-urls=http://${LOOPBACK}:${etcd}`, `--advertise-client-urls=http://${LOOPBACK}:${etcd}`],
  ...[`--listen-peer-urls=http://${LOOPBACK}:${peers}`, `--initial-advertise-peer-urls=http://${LOOPBACK}:${peers}`],
  `--initial-cluster=real=http://${LOOPBACK}:${peers}`,
];

const apiArguments = (files: KubernetesFiles, { etcd, api }: Ports): string[] => [
  ...[`--etcd-servers=http://${LOOPBACK}:${etcd}`, `--bind-address=${LOOPBACK}`, `--secure-port=${api}`],
  ...[`--advertise-address=${LOOPBACK}`, '--endpoint-reconciler-type=none', `--service-cluster-ip-range=${SERVICES}`],
  ...[`--tls-cert-file=${files.certificate}`, `--tls-private-key-file=${files.key}`],
  ...[`--client-ca-file=${files.authority}`, `--token-auth-file=${files.tokens}`, '--authorization-mode=RBAC'],
  '--service-account-issuer=https://kubernetes.default.svc',
  `--service-account-key-file=${files.accountPublicKey}`,
  `--service-account-signing-key-file=${files.accountKey}`,
];

/** There are no nodes, so the node controllers are switched off. */
const controllerArguments = (files: KubernetesFiles, { controllers }: Ports): string[] => [
  ...[`--kubeconfig=${files.kubeconfig}`, `--bind-address=${LOOPBACK}`, `--secure-port=${controllers}`],
  ...['--leader-elect=false', '--use-service-account-credentials=false'],
  ...[`--service-account-private-key-file=${files.accountKey}`, `--root-ca-file=${files.authority}`],
  '--controllers=*,-node-lifecycle-controller,-node-ipam-controller',
];

function looker({ url, token, ca }: KubernetesAddress) {
  const dispatcher = new Agent({ connect: { ca } });
  return async (path: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${token}` };
    const signal = AbortSignal.timeout(5_000);
    const answer = await fetch(url + path, { dispatcher, headers, signal }).catch(() => undefined);
    await answer?.text();
    return answer?.status === 200;
  };
}

/**
 * Starts a real, empty Kubernetes API on loopback, with its controllers but without nodes.
 * @throws OperatorError for a problem that the operator can fix
 */
export async function startKubernetes({ programs, home, logDir, firstPort, done, signal }: Options): Promise<{
  address: KubernetesAddress;
  stop(): Promise<void>;
}> {
  const missing = PROGRAMS.filter((name) => !existsSync(join(programs, name)));
  if (missing.length > 0) throw new OperatorError(`${programs} has no ${missing.join(', ')}.`);
  rmSync(home, { recursive: true, force: true });
  const first = await freeBlock(firstPort, 4);
  const [etcd = '', peers = '', api = '', controllers = ''] = [0, 1, 2, 3].map((more) => String(first + more));
  const ports = { etcd, peers, api, controllers };
  const { address, files } = await newCredentials(join(home, 'credentials'), `https://${LOOPBACK}:${api}`);
  const started: RunningProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const one of started.splice(0).reverse()) await one.stop();
  };
  const start = async (name: (typeof PROGRAMS)[number], args: string[], isUp: () => Promise<boolean>) => {
    const process = await startProcess({
      name,
      // The kernel ends the program when this process ends, for whatever reason.
      command: 'setpriv',
      args: ['--pdeathsig', 'TERM', '--', join(programs, name), ...args],
      logFile: join(logDir, `${name}.log`),
    });
    started.push(process);
    await untilUp(process, signal, isUp);
  };
  const look = looker(address);
  try {
    await start('etcd', etcdArguments(home, ports), () => answers(`http://${LOOPBACK}:${etcd}/health`));
    await start('kube-apiserver', apiArguments(files, ports), () => look('/readyz'));
    // This account shows that the controllers run, since one of them creates it.
    const account = () => look('/api/v1/namespaces/default/serviceaccounts/default');
    await start('kube-controller-manager', controllerArguments(files, ports), account);
  } catch (error) {
    await stop();
    throw error;
  }
  done(`Kubernetes answers at ${address.url}`);
  return { address, stop };
}
