import { z } from 'zod';
import type { Placeholders } from './placeholders.ts';
import type { PlayedRancher } from './played-rancher.ts';

type Scene = { rancher: PlayedRancher; known: Placeholders; keys: Map<string, string> };

/**
 * Passwords that the recording refers to by number. Two of the passwords are wrong, and three are long enough for
 * Rancher.
 */
const PASSWORDS = {
  2: 'wrong-password-2',
  3: 'password-number-3',
  4: 'wrong-password-4',
  5: 'password-number-5',
  6: 'password-number-6',
};
/** A time in which a new cluster with one machine certainly becomes active. */
const LONG_MS = 180_000;
/**
 * Headers with which a machine joins a cluster. A simulated machine sent them when the exchanges with the real Rancher
 * were recorded.
 */
const MACHINE = {
  'x-cattle-id': '6dfa150837274707862e75add7558a39',
  'x-cattle-node-name': 'node-a',
  'x-cattle-address': '127.0.0.1',
  'x-cattle-internal-address': '',
  'x-cattle-labels': 'cattle.io/os=linux',
  'x-cattle-role-etcd': 'true',
  'x-cattle-role-control-plane': 'true',
  'x-cattle-role-worker': 'true',
  'x-cattle-taints': '',
};

/** Sets the placeholders that every group needs, such as the administrator's password and Rancher's address. */
export function prepareBase({ rancher, known }: Scene): void {
  known.bind('password-1', rancher.printed.password);
  for (const [number, password] of Object.entries(PASSWORDS)) known.bind(`password-${number}`, password);
  known.bind('sha256-1', 'a'.repeat(64));
  // The recorder mistook these controller names for generated suffixes.
  for (const [placeholder, kind] of [
    ['crtb-1', 'crtb'],
    ['grb-5', 'grb'],
    ['prtb-6', 'prtb'],
  ] as const) {
    known.bind(placeholder, `${kind}-controller`);
  }
  known.bind('url', rancher.url);
  known.bind('host', new URL(rancher.url).host);
}

const found = z.looseObject({
  ...{ id: z.string().default(''), token: z.string().default('') },
  status: z.looseObject({ clusterName: z.string().default('') }).default({ clusterName: '' }),
  data: z
    .array(z.looseObject({ id: z.string(), name: z.string().default(''), token: z.string().default('') }))
    .default([]),
});

async function ask({ rancher }: Scene, method: string, path: string, body?: unknown) {
  const { access_key, secret_key } = rancher.printed;
  const headers = { authorization: `Bearer ${access_key}:${secret_key}`, 'content-type': 'application/json' };
  const content = body === undefined ? undefined : JSON.stringify(body);
  const answer = await rancher.send({ method, path, headers, ...(content !== undefined && { content }) });
  return found.parse(typeof answer.body === 'object' ? answer.body : {});
}

export async function joinMachine({ rancher }: Pick<Scene, 'rancher'>, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, ...MACHINE };
  await rancher.send({ method: 'GET', path: '/v3/connect/agent', headers });
}

async function orderFarm(scene: Scene): Promise<string> {
  const at = '/v1/provisioning.cattle.io.clusters';
  const metadata = { namespace: 'fleet-default', name: 'farm' };
  await ask(scene, 'POST', at, { metadata, spec: { kubernetesVersion: 'v1.31.7+rke2r1', rkeConfig: {} } });
  scene.rancher.advance(10_000);
  const { status } = await ask(scene, 'GET', `${at}/fleet-default/farm`);
  const clusterId = status.clusterName;
  const { data: projects } = await ask(scene, 'GET', `/v3/projects?clusterId=${clusterId}`);
  const projectOf = (name: string) => projects.find((it) => it.name === name)?.id.split(':')[1] ?? '';
  scene.known.bind('cluster-2', clusterId);
  scene.known.bind('project-5', projectOf('System'));
  scene.known.bind('project-6', projectOf('Default'));
  return clusterId;
}

async function prepareFarm(scene: Scene): Promise<void> {
  const clusterId = await orderFarm(scene);
  const { data: tokens } = await ask(scene, 'GET', `/v3/clusterregistrationtokens?clusterId=${clusterId}`);
  await joinMachine(scene, tokens.find(({ token }) => token !== '')?.token ?? '');
  scene.rancher.advance(LONG_MS);
  const { data: nodes } = await ask(scene, 'GET', `/v3/nodes?clusterId=${clusterId}`);
  scene.known.bind('node-1', nodes[0]?.id.split(':')[1] ?? '');
}

async function prepareUser(scene: Scene, username: string, placeholder: string, globalRoleId: string): Promise<void> {
  const password = PASSWORDS[3];
  const { id: userId } = await ask(scene, 'POST', '/v3/users', { type: 'user', username, password, enabled: true });
  await ask(scene, 'POST', '/v3/globalrolebindings', { userId, globalRoleId });
  scene.rancher.advance(2000);
  const login = { username, password, responseType: 'json' };
  const { token } = await ask(scene, 'POST', '/v3-public/localProviders/local?action=login', login);
  scene.keys.set(username, token);
  scene.known.bind(placeholder, userId);
}

const quota = (limitsCpu: string, limitsMemory: string) => ({ limit: { limitsCpu, limitsMemory } });
async function prepareProjects(scene: Scene): Promise<void> {
  const clusterId = scene.known.get('cluster-2');
  const plain = await ask(scene, 'POST', '/v3/projects', { type: 'project', clusterId, name: 'second' });
  const roomForTwo = {
    resourceQuota: quota('2000m', '2048Mi'),
    namespaceDefaultResourceQuota: quota('1000m', '1024Mi'),
  };
  const limited = await ask(scene, 'POST', '/v3/projects', {
    type: 'project',
    clusterId,
    name: 'six',
    ...roomForTwo,
  });
  scene.known.bind('project-17', plain.id.split(':')[1] ?? '');
  scene.known.bind('project-18', limited.id.split(':')[1] ?? '');
  scene.rancher.advance(2000);
}

export const SCENES: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  '1': async () => {},
  '2': async () => {},
  async '3'(scene) {
    await prepareFarm(scene);
    await prepareUser(scene, 'plain3', 'user-4', 'user');
    await prepareUser(scene, 'base3', 'user-3', 'user-base');
  },
  async '4'(scene) {
    await prepareUser(scene, 'plain3', 'user-4', 'user');
  },
  // No machine joins here, because no recorded answer of this group shows a connected cluster.
  async '5'(scene) {
    await orderFarm(scene);
  },
  async '6'(scene) {
    await prepareFarm(scene);
    await prepareUser(scene, 'plain3', 'user-4', 'user');
    await prepareProjects(scene);
  },
};
