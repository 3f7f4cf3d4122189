import { z } from 'zod';

const text = z
  .string()
  .nullish()
  .transform((given) => given ?? '');
const absent = <T extends z.ZodType>(schema: T) => schema.nullish();

const asked = z.object({
  localClusterAuthEndpoint: absent(z.object({ enabled: absent(z.boolean()), caCerts: text, fqdn: text })),
  agentEnvVars: absent(z.array(z.object({ name: text, value: text }))),
  rkeConfig: absent(
    z.object({
      dataDirectories: absent(z.object({ k8sDistro: text, provisioning: text, systemAgent: text })),
      etcd: absent(z.object({ s3: absent(z.object({ cloudCredentialName: text })) })),
    }),
  ),
});
type Asked = z.infer<typeof asked>;

export interface Denial {
  status: 400 | 422;
  message: string;
}
interface Change {
  namespace: string;
  spec: Record<string, unknown>;
  /** The spec before the change. Absent when the cluster is created. */
  before?: Record<string, unknown> | undefined;
  hasSecret: (id: string) => boolean;
}
interface Read {
  spec: Asked;
  before: Asked | undefined;
  change: Change;
}

export function denialOf(change: Change): Denial | undefined {
  const read: Read = {
    spec: asked.parse(change.spec),
    before: change.before && asked.parse(change.before),
    change,
  };
  if (read.before && !read.before.rkeConfig && read.spec.rkeConfig)
    return { status: 400, message: 'RKEConfig cannot be changed from null after cluster creation' };
  if (hasBareCertificates(read.spec)) return { status: 422, message: 'CACerts defined but FQDN is not defined' };
  const message = proxyProblem(read) ?? directoryProblem(read) ?? snapshotProblem(read);
  return message === undefined ? undefined : { status: 400, message };
}

function hasBareCertificates({ rkeConfig, localClusterAuthEndpoint: own }: Asked): boolean {
  return Boolean(rkeConfig) && own?.enabled === true && own.caCerts !== '' && own.fqdn === '';
}

const NO_PROXY =
  'Malformed NO_PROXY environment variable value format: detected whitespace in value. Value must be a comma-delimited string ' +
  'with no spaces containing one or more IP address prefixes (1.2.3.4, 1.2.3.4:80), IP address prefixes in CIDR notation ' +
  '(1.2.3.4/8), domain names, or special DNS labels (*)';
const variable = (spec: Asked | undefined, wanted: string) =>
  spec?.agentEnvVars?.findLast(({ name }) => name === wanted)?.value ?? '';
const hasSpace = (spec: Asked | undefined): boolean => variable(spec, 'NO_PROXY').includes(' ');

const proxyProblem = ({ spec, before }: Read): string | undefined =>
  hasSpace(spec) && !hasSpace(before) ? NO_PROXY : undefined;

const OLD_DIRECTORY = 'CATTLE_AGENT_VAR_DIR';
const directoriesOf = ({ rkeConfig }: Asked): [name: string, path: string][] => {
  const { k8sDistro = '', provisioning = '', systemAgent = '' } = rkeConfig?.dataDirectories ?? {};
  return [
    ['System Agent', systemAgent],
    ['Distro', k8sDistro],
    ['Provisioning', provisioning],
  ];
};

/** A cluster's data directories are set when the cluster is made, and cannot change later. */
function directoryProblem({ spec, before }: Read): string | undefined {
  if (!spec.rkeConfig) return undefined;
  const given = directoriesOf(spec);
  if (before) {
    const known = new Map(before.rkeConfig ? directoriesOf(before) : given);
    const [changed] = given.find(([name, path]) => known.get(name) !== path) ?? [];
    return changed && `${changed} data directory cannot be changed after cluster creation`;
  }
  if (spec.agentEnvVars?.some(({ name }) => name === OLD_DIRECTORY))
    return (
      `"${OLD_DIRECTORY}" cannot be set within "cluster.Spec.RKEConfig.AgentEnvVars": ` +
      'use "cluster.Spec.RKEConfig.DataDirectories.SystemAgent"'
    );
  const used = given.filter(([, path]) => path !== '');
  return used.map(pathProblem).find((problem) => problem !== undefined) ?? nestingProblem(used);
}

function pathProblem([name, path]: [string, string]): string | undefined {
  if (!path.startsWith('/')) return `${name} data directory must be an absolute path`;
  if (/["'`*?#~=%$|&;<>{}[\]()]/.test(path)) return `${name} data directory cannot contain shell expressions`;
  if (path !== '/' && /\/\.{0,2}(\/|$)/.test(path)) return `${name} data directory is not clean`;
  return undefined;
}

function nestingProblem(used: [string, string][]): string | undefined {
  for (const [name, path] of used)
    for (const [other, below] of used.filter(([one]) => one !== name)) {
      if (path === below) return `${name} data directory cannot be equal to ${other} data directory`;
      if (below.startsWith(`${path}/`)) return `${other} data directory cannot be nested inside ${name} data directory`;
    }
  return undefined;
}

const storeOf = (spec: Asked | undefined): string => spec?.rkeConfig?.etcd?.s3?.cloudCredentialName ?? '';

/** If a change names a new Secret for the snapshots' object store, the Secret has to exist. */
function snapshotProblem({ spec, before, change }: Read): string | undefined {
  const name = storeOf(spec);
  if (name === '' || name === storeOf(before)) return undefined;
  const [first, ...rest] = name.split(':');
  const id = first === 'cattle-global-data' ? `${first}/${rest.join(':')}` : `${change.namespace}/${name}`;
  return change.hasSecret(id) ? undefined : `etcd s3 cloud credential secret ${id} is not found`;
}
