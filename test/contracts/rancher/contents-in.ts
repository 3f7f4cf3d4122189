import { z } from 'zod';
import type { RancherUnderTest } from './rancher-under-test.ts';

const resource = z.looseObject({ metadata: z.looseObject({ resourceVersion: z.string() }) });
type Body = Record<string, unknown> & { metadata: Record<string, unknown> };

/** Changes objects in a cluster through Rancher's API, without the adapter. */
export function contentsIn(
  { url, key: { username, password } }: Pick<RancherUnderTest, 'url' | 'key'>,
  clusterId: string,
) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  async function send(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${url}/k8s/clusters/${clusterId}/v1/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
  const make = (collection: string, body: Body) => send('POST', collection, body);
  return {
    make,
    async change(collection: string, id: string, parts: Record<string, unknown>): Promise<void> {
      const { metadata, ...object } = resource.parse(await send('GET', `${collection}/${id}`));
      const { metadata: given = {}, ...rest } = z.looseObject({ metadata: z.looseObject({}).optional() }).parse(parts);
      await send('PUT', `${collection}/${id}`, { ...object, ...rest, metadata: { ...metadata, ...given } });
    },
    remove: (collection: string, id: string) => send('DELETE', `${collection}/${id}`),
    async fillShop(namespace: string): Promise<void> {
      const at = (name: string) => ({ name, namespace });
      const template = {
        metadata: { labels: { app: 'cart' } },
        spec: { containers: [{ name: 'cart', image: 'example.org/cart:1' }], restartPolicy: 'Always' },
      };
      const selector = { matchLabels: { app: 'cart' } };
      await make('apps.deployments', { metadata: at('cart'), spec: { replicas: 2, selector, template } });
      const job = { template: { spec: { ...template.spec, restartPolicy: 'Never' } } };
      await make('batch.cronjobs', {
        metadata: at('report'),
        spec: { schedule: '@daily', jobTemplate: { spec: job } },
      });
      const ports = [{ port: 80, protocol: 'TCP' }];
      const clusterIP = '10.43.200.7';
      await make('services', {
        metadata: at('cart'),
        spec: { type: 'ClusterIP', clusterIP, ports, selector: { app: 'cart' } },
      });
      const backend = { service: { name: 'cart', port: { number: 80 } } };
      const rules = [{ host: 'shop.example.org', http: { paths: [{ path: '/cart', pathType: 'Prefix', backend }] } }];
      await make('networking.k8s.io.ingresses', { metadata: at('shop'), spec: { rules } });
      const metrics = [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
      ];
      const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart' };
      const spec = { minReplicas: 2, maxReplicas: 5, metrics, scaleTargetRef };
      await make('autoscaling.horizontalpodautoscalers', { metadata: at('cart'), spec });
    },
  };
}
