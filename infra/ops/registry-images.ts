/** Timeout of a request to a registry. The registry may be on another continent. */
const ASK_MS = 15_000;
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

type Reference = { host: string; name: string; reference: string };

/** The parts of a name such as `registry.example.org/kube/pause:3.10`. Undefined if the name has no registry. */
export function referenceOf(image: string): Reference | undefined {
  const [, host, name, tag, digest] = /^([^/]+[.:][^/]+)\/([^:@]+)(?::([^@]+))?(?:@(.+))?$/.exec(image) ?? [];
  if (host === undefined || name === undefined) return undefined;
  return { host, name, reference: digest ?? tag ?? 'latest' };
}

/** As with Docker, only a registry on this machine may speak plain http. */
const schemeOf = (host: string): string =>
  /^(?:localhost|127\.\d+\.\d+\.\d+)(?::\d+)?$/.test(host) ? 'http' : 'https';

/** A token for reading without a login. The token comes from the service that the registry names in its challenge. */
async function anonymousToken(challenge: string): Promise<string | undefined> {
  const field = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(challenge)?.[1];
  const realm = field('realm');
  if (!challenge.startsWith('Bearer ') || realm === undefined) return undefined;
  const url = new URL(realm);
  for (const name of ['service', 'scope']) {
    const value = field(name);
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_MS) });
  if (!answer.ok) return undefined;
  const body: unknown = await answer.json();
  const token = typeof body === 'object' && body !== null && 'token' in body ? body.token : undefined;
  return typeof token === 'string' ? token : undefined;
}

/**
 * Whether a registry has an image. Sends a HEAD request for the image's manifest, so it downloads nothing.
 * @throws Error if the registry's answer is neither yes nor no, for example because it asks for a login
 */
export async function isInRegistry(image: string): Promise<boolean> {
  const found = referenceOf(image);
  if (!found) throw new Error(`${image} names no registry.`);
  const url = `${schemeOf(found.host)}://${found.host}/v2/${found.name}/manifests/${found.reference}`;
  const ask = (headers: Record<string, string>) =>
    fetch(url, { method: 'HEAD', headers: { accept: MANIFESTS, ...headers }, signal: AbortSignal.timeout(ASK_MS) });
  let answer = await ask({});
  if (answer.status === 401) {
    const token = await anonymousToken(answer.headers.get('www-authenticate') ?? '');
    if (token !== undefined) answer = await ask({ authorization: `Bearer ${token}` });
  }
  if (answer.ok) return true;
  if (answer.status === 404) return false;
  throw new Error(`${found.host} answered ${answer.status} about ${found.name}:${found.reference}.`);
}
