import type { RancherUnderTest } from './rancher-under-test.ts';

/**
 * The Kubernetes API of a cluster, called with the rights of the cluster's owner. Paths are relative to
 * `/k8s/clusters/<id>`.
 */
export function objectsIn(
  { url, key: { username, password } }: Pick<RancherUnderTest, 'url' | 'key'>,
  clusterId: string,
) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const send = async (method: string, path: string, body?: object, type = 'application/json') => {
    const answer = await fetch(`${url}/k8s/clusters/${clusterId}${path}`, {
      method,
      headers: { authorization, 'content-type': type },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    get: (path: string) => send('GET', path),
    post: (path: string, body: object) => send('POST', path, body),
    put: (path: string, body: object) => send('PUT', path, body),
    delete: (path: string) => send('DELETE', path),
    /** Applies an object as another field manager. */
    applyAs: (manager: string, path: string, body: object) =>
      send('PATCH', `${path}?fieldManager=${manager}`, body, 'application/apply-patch+yaml'),
  };
}
