import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Shop, shopPerTest, uuidIn } from './shop-cluster.ts';

const openShop = shopPerTest();

const made = z.looseObject({ uuid: z.string() });
const APPS = '/apis/apps/v1/namespaces/shop';
const namespaceOf = (shop: Shop) => uuidIn(shop, 'rancher-namespaces', 'shop');

test('a service made for a workload selects its pods, is in Kubernetes and in the list (S0-044, S0-068)', async () => {
  const shop = await openShop();
  const workload = await shop.listed('rancher-workloads', 'cart');
  const body = { name: 'front', target_workloads: [{ url: workload?.url }], ports: [{ port: 80, target_port: 8080 }] };
  const answer = await shop.send('POST', 'rancher-services/', body);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      ...{ name: 'front', namespace_name: 'shop', selector: { app: 'cart' } },
      ...{ cluster_ip: expect.stringMatching(/^10\./), target_workloads: [{ uuid: workload?.uuid }] },
    },
  });
  const { body: object } = await shop.inside.get('/api/v1/namespaces/shop/services/front');
  expect(object).toMatchObject({ spec: { selector: { app: 'cart' }, ports: [{ port: 80, targetPort: 8080 }] } });
  expect((await shop.send('GET', `rancher-services/${made.parse(answer.body).uuid}/`)).status).toBe(200);
  expect((await shop.send('POST', 'rancher-services/', body)).status).toBe(409);
});

test('a changed service has the new ports and labels and no former label (S0-068)', async () => {
  const shop = await openShop();
  const path = `rancher-services/${await uuidIn(shop, 'rancher-services', 'cart')}/`;
  const change = { selector: { tier: 'front' }, ports: [{ port: 81 }], description: 'for customers' };
  expect(await shop.send('PATCH', path, change)).toMatchObject({
    ...{ status: 200, body: { selector: { tier: 'front' }, description: 'for customers', target_workloads: [] } },
  });
  const { body } = await shop.inside.get('/api/v1/namespaces/shop/services/cart');
  expect(body).toMatchObject({ spec: { ports: [{ port: 81 }] } });
  expect(body.spec.selector).toEqual({ tier: 'front' });
});

test('Kubernetes’ refusal names the field, and nothing is made (S0-068)', async () => {
  const shop = await openShop();
  const answer = await shop.send('POST', 'rancher-services/', { name: 'none', namespace: await namespaceOf(shop) });
  expect(answer).toMatchObject({
    ...{ status: 400, body: { details: expect.stringContaining('Required value'), causes: [{ field: 'spec.ports' }] } },
  });
  expect(await shop.listed('rancher-services', 'none')).toBeUndefined();
});

test('an ingress is made, changed and deleted (S0-045, S0-069)', async () => {
  const shop = await openShop();
  const rules = (service: string) => [{ host: 'a.example.org', paths: [{ path: '/', service, port: 80 }] }];
  const body = { name: 'front', namespace: await namespaceOf(shop), rules: rules('cart') };
  const answer = await shop.send('POST', 'rancher-ingresses/', body);
  expect(answer).toMatchObject({
    status: 201,
    body: { rules: [{ host: 'a.example.org', paths: [{ path: '/', service: 'cart', port: '80' }] }] },
  });
  const path = `rancher-ingresses/${made.parse(answer.body).uuid}/`;
  expect(await shop.send('PUT', path, { rules: rules('other') })).toMatchObject({
    ...{ status: 200, body: { rules: [{ paths: [{ service: 'other' }] }] } },
  });
  expect((await shop.send('DELETE', path)).status).toBe(204);
  expect((await shop.inside.get('/apis/networking.k8s.io/v1/namespaces/shop/ingresses/front')).status).toBe(404);
});

test('an ingress in the namespace of another project is refused in Waldur’s words (S0-069)', async () => {
  const shop = await openShop();
  const { uuid: rancher_project } = (await shop.listed('rancher-projects', 'Default')) ?? expect.fail('it is there');
  const paths = [{ path: '/', service: 'cart', port: 80 }];
  const body = { name: 'front', namespace: await namespaceOf(shop), rancher_project, rules: [{ paths }] };
  expect(await shop.send('POST', 'rancher-ingresses/', body)).toMatchObject({
    ...{ status: 400, body: { non_field_errors: ['Namespace should belong to the same project.'] } },
  });
});

test('an autoscaler is made for a workload, changed and deleted (S0-043, S0-067)', async () => {
  const shop = await openShop();
  const metrics = [{ name: 'cpu', type: 'Resource', target: { type: 'Utilization', utilization: 70 } }];
  const workload = (await shop.listed('rancher-workloads', 'cart'))?.url;
  const body = { name: 'more', workload, min_replicas: 2, max_replicas: 6, metrics };
  const answer = await shop.send('POST', 'rancher-hpas/', body);
  expect(answer).toMatchObject({
    status: 201,
    body: { ...{ min_replicas: 2, max_replicas: 6, metrics, workload_name: 'cart', namespace_name: 'shop' } },
  });
  const path = `rancher-hpas/${made.parse(answer.body).uuid}/`;
  expect(await shop.send('PATCH', path, { max_replicas: 8 })).toMatchObject({ body: { max_replicas: 8 } });
  expect(await shop.send('PATCH', path, { max_replicas: 1 })).toMatchObject({
    ...{ status: 400, body: { min_replicas: ['The minimum must not be above max_replicas.'] } },
  });
  expect((await shop.send('DELETE', path)).status).toBe(202);
  expect(await shop.listed('rancher-hpas', 'more')).toBeUndefined();
});

test('a cron job has no replicas to scale, by an autoscaler or by hand (S0-067)', async () => {
  const shop = await openShop();
  const report = await shop.listed('rancher-workloads', 'report');
  const only = ['Only deployments and stateful sets can be scaled.'];
  const body = { name: 'more', workload: report?.url, max_replicas: 2 };
  expect(await shop.send('POST', 'rancher-hpas/', body)).toMatchObject({ status: 400, body: { workload: only } });
  const path = `rancher-workloads/${report?.uuid}/`;
  expect(await shop.send('PATCH', path, { scale: 2 })).toMatchObject({ status: 400, body: { scale: only } });
  expect((await shop.send('POST', `${path}redeploy/`)).status).toBe(400);
});

test('a workload is scaled, redeployed and deleted (S0-042, S0-065)', async () => {
  const shop = await openShop();
  const uuid = await uuidIn(shop, 'rancher-workloads', 'cart');
  const path = `rancher-workloads/${uuid}/`;
  expect(await shop.send('PATCH', path, { scale: 5 })).toMatchObject({ status: 200, body: { scale: 5 } });
  expect(await shop.send('POST', `${path}redeploy/`)).toMatchObject({ status: 200, body: { uuid } });
  const { body } = await shop.inside.get(`${APPS}/deployments/cart`);
  expect(body).toMatchObject({ spec: { replicas: 5 } });
  expect(Object.keys(body.spec.template.metadata.annotations)).toEqual(['kubectl.kubernetes.io/restartedAt']);
  expect((await shop.send('DELETE', path)).status).toBe(204);
  expect((await shop.inside.get(`${APPS}/deployments/cart`)).status).toBe(404);
  const services = await shop.send('GET', `rancher-services/?cluster_uuid=${shop.cluster.uuid}&name_exact=cart`);
  expect(services.body).toMatchObject([{ target_workloads: [] }]);
});

test('in a managed cluster only staff changes workloads and autoscalers, but owners services (S0-065)', async () => {
  const shop = await openShop({ managed: { networks: [], publicIps: [] } });
  const path = `rancher-workloads/${await uuidIn(shop, 'rancher-workloads', 'cart')}/`;
  expect(await shop.send('PATCH', path, { scale: 5 })).toMatchObject({
    status: 400,
    body: ['Only staff is allowed to manage cluster resources provided by managed Rancher plugin.'],
  });
  expect((await shop.send('PATCH', path, { scale: 5 }, shop.market.people.staff)).status).toBe(200);
  const service = `rancher-services/${await uuidIn(shop, 'rancher-services', 'cart')}/`;
  expect((await shop.send('PATCH', service, { description: 'x' })).status).toBe(200);
});

test('what a body names has to be visible for the caller (S0-068)', async () => {
  const shop = await openShop();
  const namespace = await namespaceOf(shop);
  const body = { name: 'spy', namespace, ports: [{ port: 80 }] };
  expect(await shop.send('POST', 'rancher-services/', body, shop.market.people.outsider)).toMatchObject({
    ...{ status: 400, body: { namespace: ['Invalid hyperlink - Object does not exist.'] } },
  });
  expect((await shop.send('POST', 'rancher-services/', body, shop.market.people.member)).status).toBe(403);
});

test('a new namespace has no reserved name', async () => {
  const shop = await openShop();
  const project = (await shop.listed('rancher-projects', 'shop'))?.url;
  for (const name of ['kube-x', 'cattle-fleet-system', 'longhorn-system']) {
    const { status, body } = await shop.send('POST', 'rancher-namespaces/', { name, project });
    expect([status, body]).toMatchObject([400, { name: [expect.stringContaining('reserved')] }]);
  }
  expect((await shop.inside.get('/api/v1/namespaces/kube-x')).status).toBe(404);
});
