import { parse } from 'yaml';
import { z } from 'zod';

/** How to reach a Kubernetes API; certificates are PEM. */
export type KubernetesAccess = {
  server: string;
  /** Absent: the server's certificate is publicly trusted. */
  caData?: string;
  verifyTls: boolean;
  login: { token: string } | { certificate: string; key: string };
};

const named = <T extends z.ZodType>(field: string, value: T) => z.array(z.object({ name: z.string(), [field]: value }));
const text = z.string().min(1).optional();
const cluster = z.object({
  server: z.url({ protocol: /^https?$/ }),
  'certificate-authority-data': text,
  'insecure-skip-tls-verify': z.boolean().optional(),
});
const user = z.object({ token: text, 'client-certificate-data': text, 'client-key-data': text });
const kubeconfig = z.object({
  'current-context': z.string().min(1),
  contexts: named('context', z.object({ cluster: z.string(), user: z.string() })),
  clusters: named('cluster', cluster),
  users: named('user', user),
});

/** A kubeconfig that cannot be used; the message is for whoever wrote it and quotes nothing of it. */
export class UnusableKubeconfig extends Error {
  override readonly name = 'UnusableKubeconfig';
}

function parsed(source: string): z.infer<typeof kubeconfig> {
  let document: unknown;
  try {
    document = parse(source);
  } catch {
    throw new UnusableKubeconfig('It is not YAML.'); // the parser's own words quote the text, which holds a secret
  }
  const checked = kubeconfig.safeParse(document);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new UnusableKubeconfig(`It is not a kubeconfig: ${issue?.path.join('.') || 'document'} is missing or wrong.`);
}

function pick<T>(entries: readonly ({ name: string } & Record<string, unknown>)[], name: string, schema: z.ZodType<T>) {
  const found = entries.find((entry) => entry.name === name);
  return found && schema.parse(found);
}

const pem = (base64: string): string => Buffer.from(base64, 'base64').toString();

/** A function has no files and runs no programs, so the credential must be in the text. */
function loginOf(account: z.infer<typeof user> | undefined): KubernetesAccess['login'] {
  if (account?.token !== undefined) return { token: account.token };
  const { 'client-certificate-data': certificate, 'client-key-data': key } = account ?? {};
  if (certificate !== undefined && key !== undefined) return { certificate: pem(certificate), key: pem(key) };
  const message =
    'The user of its current context has neither a token nor a client certificate with its key in the text.';
  throw new UnusableKubeconfig(message);
}

/** The current context of a kubeconfig (YAML). @throws UnusableKubeconfig */
export function readKubeconfig(source: string): KubernetesAccess {
  const config = parsed(source);
  const context = pick(
    config.contexts,
    config['current-context'],
    z.object({ context: z.object({ cluster: z.string(), user: z.string() }) }),
  )?.context;
  if (!context) throw new UnusableKubeconfig('Its current context is not among its contexts.');
  const place = pick(config.clusters, context.cluster, z.object({ cluster }))?.cluster;
  if (!place) throw new UnusableKubeconfig('The cluster of its current context is not among its clusters.');
  const caData = place['certificate-authority-data'];
  return {
    server: place.server.replace(/\/+$/, ''),
    ...(caData !== undefined && { caData: pem(caData) }),
    verifyTls: place['insecure-skip-tls-verify'] !== true,
    login: loginOf(pick(config.users, context.user, z.object({ user }))?.user),
  };
}
