import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KUBECTL, type Kubectl, kubectlWith } from '#test/programs/kubectl';
import {
  joinedCluster,
  startRancher,
  type TestRancher,
  untilReady,
} from '../../simulators/rancher/_core/rancher-client.ts';

/**
 * Tests clusters of the Rancher simulator with the real `kubectl`. The simulator creates the kubeconfig, as Rancher
 * does.
 */
const START_MS = 60_000;

const MANIFEST = `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {colour: blue}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: nginx, ports: [{containerPort: 80}]}]
`;

describe.skipIf(KUBECTL === undefined)('kubectl (apt-get install kubernetes-client)', () => {
  let rancher: TestRancher;
  let kubeconfig: string;
  let kubectl: Kubectl;
  let close: () => void;
  /** The output of `kubectl`, which must exit with 0. */
  const says = async (args: string, manifest?: string) => {
    const { code, stdout, stderr } = await kubectl(args, manifest);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: expect.anything() });
    return stdout.trim();
  };
  const refusal = async (args: string, manifest?: string) => {
    const { code, stderr } = await kubectl(args, manifest);
    expect({ args, code }).not.toMatchObject({ code: 0 });
    return stderr.trim();
  };

  beforeAll(async () => {
    rancher = await startRancher();
    const { clusterId } = await joinedCluster(rancher);
    await untilReady(rancher, clusterId);
    const answer = await rancher.send('POST', `/v3/clusters/${clusterId}?action=generateKubeconfig`, {});
    kubeconfig = answer.object().config;
    ({ kubectl, close } = kubectlWith(kubeconfig));
    await says('create namespace shop');
  }, START_MS);
  afterAll(async () => {
    close?.();
    await rancher?.close();
  });

  test('trusts Rancher by the certificate in the kubeconfig, and nobody without it', async () => {
    expect(await says('version')).toContain('Server Version: ');
    const distrusting = kubectlWith(kubeconfig.replace(/certificate-authority-data: "[^"]*"/, ''));
    const { code, stderr } = await distrusting.kubectl('version');
    distrusting.close();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('certificate signed by unknown authority'),
    });
  });

  test('prints nodes and namespaces as tables', async () => {
    const [head, ...rows] = (await says('get nodes')).split('\n');
    expect(head?.split(/\s+/)).toEqual(['NAME', 'STATUS', 'ROLES', 'AGE', 'VERSION']);
    expect(rows).toEqual([
      expect.stringMatching(/^a1 +Ready +worker +\d+s +v1\.32\.4\+rke2r1$/),
      expect.stringMatching(/^s1 +Ready +control-plane,etcd +\d+s +v1\.32\.4\+rke2r1$/),
    ]);
    const namespaces = await says('get namespaces');
    expect(namespaces.split('\n')[0]?.split(/\s+/)).toEqual(['NAME', 'STATUS', 'AGE']);
    expect(namespaces).toMatch(/^kube-system +Active/m);
    expect(namespaces).toMatch(/^shop +Active/m);
  });

  test('applies a manifest, applies it again, changes it, and deletes it', async () => {
    expect(await says('apply -n shop -f -', MANIFEST)).toBe('configmap/settings created\ndeployment.apps/web created');
    expect(await says('apply -n shop -f -', MANIFEST)).toBe(
      'configmap/settings unchanged\ndeployment.apps/web unchanged',
    );
    const changed = MANIFEST.replace('{colour: blue}', '{size: small}').replace('image: nginx', 'image: httpd');
    expect(await says('apply -n shop -f -', changed)).toBe(
      'configmap/settings configured\ndeployment.apps/web configured',
    );
    // Fields that were removed from the manifest are gone. Fields that were never in the manifest remain.
    expect(JSON.parse(await says('get configmap settings -n shop -o json'))).toMatchObject({ data: { size: 'small' } });
    const image = '{.spec.replicas} {.spec.template.spec.containers[*].image}';
    expect(await says(`get deployment web -n shop -o jsonpath=${image.replace(' ', '/')}`)).toBe('2/httpd');
    expect(await says('get configmap settings -n shop -o yaml')).toMatch(
      /^apiVersion: v1\ndata:\n {2}size: small\nkind: ConfigMap\n/,
    );
    expect(await says('get all -n shop -o name')).toContain('deployment.apps/web');
    expect(await says('delete -n shop -f -', MANIFEST)).toMatch(
      /^configmap "settings" deleted.*\ndeployment.apps "web" deleted/,
    );
    expect(await refusal('get configmap settings -n shop')).toBe(
      'Error from server (NotFound): configmaps "settings" not found',
    );
  });

  test('applies on the server, which keeps who holds a field', async () => {
    const apply = (colour: string) =>
      [
        'apply -n shop --server-side -f -',
        `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "shared"}, "data": {"colour": "${colour}"}}`,
      ] as const;
    expect(await says(...apply('blue'))).toBe('configmap/shared serverside-applied');
    const [, red] = apply('red');
    expect(await refusal('apply -n shop --server-side --field-manager=other -f -', red)).toContain(
      'conflict with "kubectl"',
    );
    expect(await says('apply -n shop --server-side --field-manager=other --force-conflicts -f -', red)).toContain(
      'applied',
    );
    expect(await says('get configmap shared -n shop -o jsonpath={.data.colour}')).toBe('red');
  });

  test.each([
    ['configmap c --from-literal=a=b', 'configmaps/c', '{.data}', '{"a":"b"}'],
    ['secret generic s --from-literal=a=b', 'secrets/s', '{.data}', '{"a":"Yg=="}'],
    ['serviceaccount bot', 'serviceaccounts/bot', '{.metadata.name}', 'bot'],
    ['quota q --hard=cpu=1', 'resourcequotas/q', '{.spec}', '{"hard":{"cpu":"1"}}'],
    ['role r --verb=get,list --resource=pods', 'roles/r', '{.rules[0].verbs}', '["get","list"]'],
    ['rolebinding b --role=r --serviceaccount=shop:bot', 'rolebindings/b', '{.subjects[0].name}', 'bot'],
    [
      'deployment d --image=nginx --port=80',
      'deployments/d',
      '{.spec.template.spec.containers[0].ports}',
      '[{"containerPort":80}]',
    ],
  ])('makes an object without a manifest: create %s', async (what, made, path, expected) => {
    expect(await says(`create -n shop ${what}`)).toMatch(/ created$/);
    expect(await says(`get -n shop ${made} -o jsonpath=${path}`)).toBe(expected);
  });

  test('sees what it may do, and what is not simulated', async () => {
    expect(await says('auth can-i create deployments -n shop')).toBe('yes');
    expect(await says('auth can-i get /metrics')).toBe('yes');
    expect(await refusal('auth can-i --list')).toContain('not simulated');
    await says('create -n shop deployment still --image=nginx');
    expect(await refusal('scale -n shop deployment still --replicas 3')).toContain('not simulated: deployments/scale');
  });

  test('waits for a namespace until it is gone', async () => {
    await says('create namespace brief');
    expect(await says('delete namespace brief')).toContain('namespace "brief" deleted');
    expect(await refusal('get namespace brief')).toBe('Error from server (NotFound): namespaces "brief" not found');
  });
});
