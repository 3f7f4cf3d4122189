import { z } from 'zod';
import { readYaml, UnreadableYaml } from '../_core/text/read-yaml.ts';
import { yamlText } from '../_core/text/yaml-text.ts';

/** Access to a Kubernetes API. Certificates are in PEM. */
export type KubernetesAccess = {
  server: string;
  /** CA of the server's certificate. Absent if the certificate is publicly trusted. */
  caData?: string;
  verifyTls: boolean;
  login: { token: string } | { certificate: string; key: string };
};

const entries = z.record(z.string(), z.unknown());
type Entries = z.infer<typeof entries>;
const name = z.string();
const kubeconfig = z.object({
  'current-context': z.string().optional(),
  contexts: z.array(z.object({ name, context: z.object({ cluster: z.string(), user: z.string() }) })).default([]),
  clusters: z.array(z.object({ name, cluster: entries })).default([]),
  users: z.array(z.object({ name, user: entries })).default([]),
});

/**
 * A kubeconfig that cannot be used. The error message is for the author of the kubeconfig. The message quotes nothing
 * from the file, because the file contains secrets.
 */
export class UnusableKubeconfig extends Error {
  override readonly name = 'UnusableKubeconfig';
}
const unusable = (problem: string): never => {
  throw new UnusableKubeconfig(problem);
};

const textIn = (from: Entries, key: string): string | undefined => z.string().trim().min(1).safeParse(from[key]).data;

function pemIn(from: Entries, key: string): string | undefined {
  const encoded = textIn(from, key);
  if (encoded === undefined) return undefined;
  const pem = Buffer.from(encoded, 'base64').toString();
  return pem.includes('-----BEGIN ') ? pem : unusable(`The ${key} of the kubeconfig is not a base64 encoded PEM.`);
}

/**
 * Throws UnusableKubeconfig if the kubeconfig refers to a file or a login program. A Lambda function does not have such
 * files, and starts no login programs.
 */
function assertSelfContained(from: Entries): void {
  for (const key of ['certificate-authority', 'client-certificate', 'client-key']) {
    if (from[key]) unusable(`The kubeconfig refers to a file in ${key}: put the file's content into ${key}-data.`);
  }
  if (from.tokenFile) unusable("The kubeconfig refers to a file in tokenFile: put the file's content into token.");
  for (const key of ['exec', 'auth-provider']) {
    if (from[key]) unusable(`The kubeconfig gets its credentials from a program (${key}): give a token instead.`);
  }
}

function serverIn(cluster: Entries): string {
  const server = z.url({ protocol: /^https?$/ }).safeParse(textIn(cluster, 'server'));
  return server.success
    ? server.data.replace(/\/+$/, '')
    : unusable('The cluster of the kubeconfig has no server address.');
}

function loginIn(user: Entries): KubernetesAccess['login'] {
  const token = textIn(user, 'token');
  if (token !== undefined) return { token };
  const [certificate, key] = [pemIn(user, 'client-certificate-data'), pemIn(user, 'client-key-data')];
  if (certificate !== undefined && key !== undefined) return { certificate, key };
  return unusable('The user of the current context has neither a token nor a client certificate with its key.');
}

function readValue(source: string): unknown {
  try {
    const [only, ...more] = readYaml(source, { version: '1.2' }).documents;
    return more.length === 0 ? only?.value : undefined;
  } catch (error) {
    if (!(error instanceof UnreadableYaml)) throw error;
    return unusable('The kubeconfig is not YAML.');
  }
}

function parsed(source: string): z.infer<typeof kubeconfig> {
  const checked = kubeconfig.safeParse(readValue(source));
  return checked.success
    ? checked.data
    : unusable('This is not a kubeconfig: contexts, clusters or users are missing or wrong.');
}

/**
 * Reads the current context of a kubeconfig (YAML).
 * @throws UnusableKubeconfig
 */
export function parseKubeconfig(source: string): KubernetesAccess {
  const { contexts, clusters, users, 'current-context': current } = parsed(source);
  if (!current) return unusable('The kubeconfig has no current-context.');
  const context = contexts.find((it) => it.name === current)?.context;
  if (!context) return unusable('The current-context is not among the contexts of the kubeconfig.');
  const cluster = clusters.find((it) => it.name === context.cluster)?.cluster;
  const user = users.find((it) => it.name === context.user)?.user;
  if (!cluster) return unusable('The cluster of the current context is not among the clusters of the kubeconfig.');
  if (!user) return unusable('The user of the current context is not among the users of the kubeconfig.');
  assertSelfContained(cluster);
  assertSelfContained(user);
  const caData = pemIn(cluster, 'certificate-authority-data');
  return {
    server: serverIn(cluster),
    ...(caData !== undefined && { caData }),
    verifyTls: cluster['insecure-skip-tls-verify'] !== true,
    login: loginIn(user),
  };
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const loginFields = (login: KubernetesAccess['login']) =>
  'token' in login
    ? { token: login.token }
    : { 'client-certificate-data': base64(login.certificate), 'client-key-data': base64(login.key) };

/**
 * Writes a kubeconfig with one user and one cluster. `caData` is the CA of the server's certificate, in PEM. `caData`
 * is empty if the certificate is publicly trusted.
 *
 * All names end with the cluster's uuid. `kubectl` merges the files of `$KUBECONFIG` by name, and keeps only one entry of
 * each name. With equal names, the token of one cluster would be sent to the server of another.
 */
export function writeKubeconfig(of: {
  cluster: { uuid: string; name: string };
  user: string;
  server: string;
  caData: string;
  login: KubernetesAccess['login'];
}): string {
  const { cluster, user: username, server, caData, login } = of;
  const name = `${cluster.name}-${cluster.uuid}`;
  const user = `${username}@${name}`;
  const trust = caData !== '' && { 'certificate-authority-data': base64(caData) };
  return yamlText({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server, ...trust } }],
    users: [{ name: user, user: loginFields(login) }],
    contexts: [{ name, context: { cluster: name, user } }],
    'current-context': name,
  });
}
