import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { pauseImage } from '../images/kubernetes-images.ts';
import { mirroredImage } from '../images/mirrored-image.ts';

/** A file that cloud-init writes before kubeadm runs. */
export type MachineFile = { path: string; owner: string; permissions: string; content: string };
type Rendered = { kubernetesVersion: string; spec: ClusterApiSpec };

export const rootFile = (path: string, content: string): MachineFile => ({
  path,
  owner: 'root:root',
  permissions: '0644',
  content,
});

const CONTAINERD_PROXY = '/etc/systemd/system/containerd.service.d/proxy.conf';
const APT_PROXY = '/etc/apt/apt.conf.d/90proxy';
/** In machine images for Cluster API, containerd imports every file in the folder of this file. */
const SANDBOX_IMAGE = '/etc/containerd/conf.d/sandbox-image.toml';
const USES_APT: readonly string[] = ['ubuntu', 'ubuntu-focal', 'debian'];

/**
 * Destinations that a machine never reaches through a proxy: the machine itself, the cluster's networks and names
 * inside the cluster.
 */
function noProxyOf({ network, proxy }: ClusterApiSpec): string[] {
  const own = ['127.0.0.0/8', 'localhost', '.svc', `.${network.clusterDomain}`];
  const networks = [network.nodeCidr, network.podCidr, network.serviceCidr];
  return [...new Set([...own, ...networks, ...(proxy?.noProxy ?? [])])];
}

/** Puts a value into double quotes and escapes it for a systemd unit file. */
const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;

function proxyFiles(spec: ClusterApiSpec): MachineFile[] {
  const { httpProxy, httpsProxy } = spec.proxy ?? {};
  if (httpProxy === undefined && httpsProxy === undefined) return [];
  const variables = Object.entries({
    HTTP_PROXY: httpProxy,
    HTTPS_PROXY: httpsProxy,
    NO_PROXY: noProxyOf(spec).join(','),
  });
  const lines = variables.flatMap(([name, value]) =>
    value === undefined ? [] : [name, name.toLowerCase()].map((one) => `Environment=${quoted(`${one}=${value}`)}`),
  );
  const apt = [
    ...(httpProxy === undefined ? [] : [`Acquire::http::Proxy "${httpProxy}";`]),
    ...(httpsProxy === undefined ? [] : [`Acquire::https::Proxy "${httpsProxy}";`]),
  ];
  return [
    rootFile(CONTAINERD_PROXY, `[Service]\n${lines.join('\n')}\n`),
    ...(USES_APT.includes(spec.operatingSystem) ? [rootFile(APT_PROXY, `${apt.join('\n')}\n`)] : []),
  ];
}

function sandboxFiles({ kubernetesVersion, spec: { containerInfraPrefix } }: Rendered): MachineFile[] {
  if (containerInfraPrefix === undefined) return [];
  const image = mirroredImage(pauseImage(kubernetesVersion), containerInfraPrefix);
  const plugin = 'plugins."io.containerd.grpc.v1.cri"';
  return [rootFile(SANDBOX_IMAGE, `version = 2\n\n[${plugin}]\n  sandbox_image = "${image}"\n`)];
}

/** Files of every machine, and the commands that make containerd read these files. */
export function machineFiles(rendered: Rendered): { files: MachineFile[]; commands: string[] } {
  const files = [...proxyFiles(rendered.spec), ...sandboxFiles(rendered)];
  const isRestarted = files.some(({ path }) => path === CONTAINERD_PROXY || path === SANDBOX_IMAGE);
  return { files, commands: isRestarted ? ['systemctl daemon-reload', 'systemctl restart containerd'] : [] };
}
