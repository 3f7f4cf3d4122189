import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { KubernetesClient } from './kubernetes-client.ts';
import { PLAYED_VERSION, type PlayedKind, pluralOf } from './played-kinds.ts';

const LOOK_MS = 50;
const FINALIZER = 'played.paddock.test/server';
const played = z.object({
  metadata: z.object({
    name: z.string(),
    deletionTimestamp: z.string().optional(),
    ownerReferences: z.array(z.unknown()).default([]),
    finalizers: z.array(z.string()).default([]),
  }),
  status: z.object({ initialization: z.unknown().optional() }).default({}),
});
type Played = z.infer<typeof played>;

const providerIdOf = (name: string): string => `played:///${name}`;
/** A kubelet's conditions. `Unknown` stands for a lost kubelet. */
const kubeletConditions = (ready: 'True' | 'Unknown') => {
  const at = new Date().toISOString();
  const of = (type: string, status: string, reason: string) => ({
    ...{ type, status, reason, message: '', lastHeartbeatTime: at, lastTransitionTime: at },
  });
  const pressures = ['MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => of(type, 'False', 'KubeletHasNo'));
  return [of('Ready', ready, ready === 'True' ? 'KubeletReady' : 'NodeStatusUnknown'), ...pressures];
};

/**
 * Simulates the work of Rancher's own controllers for Cluster API: servers, bootstrap data and nodes. The nodes are in
 * the same Kubernetes API, which also acts as the workload cluster's API.
 */
export function playedProvider(client: KubernetesClient, namespace: string) {
  const pathOf = (kind: PlayedKind, name = '') =>
    `/apis/${PLAYED_VERSION}/namespaces/${namespace}/${pluralOf(kind)}${name && `/${name}`}`;
  const nodeOf = (name: string) => `/api/v1/nodes/${name}`;
  const stopping = new AbortController();
  const known = new Set<string>();
  let isKept = false;

  /** True if Cluster API has set the machine as owner, and the object is neither initialized nor being deleted. */
  const isNew = ({ metadata, status }: Played): boolean =>
    metadata.ownerReferences.length > 0 && status.initialization === undefined && !metadata.deletionTimestamp;

  async function makeNode(name: string): Promise<void> {
    await client.ask('POST', '/api/v1/nodes', { metadata: { name }, spec: { providerID: providerIdOf(name) } });
    await setReady(name, 'True');
  }

  const setReady = async (name: string, ready: 'True' | 'Unknown'): Promise<void> =>
    void (await client.patch(`${nodeOf(name)}/status`, { status: { conditions: kubeletConditions(ready) } }));

  async function lookAtMachine(machine: Played): Promise<void> {
    const { name, deletionTimestamp, finalizers } = machine.metadata;
    const path = pathOf('PlayedMachine', name);
    if (deletionTimestamp && finalizers.includes(FINALIZER)) await client.patch(path, { metadata: { finalizers: [] } });
    if (!isNew(machine)) return;
    const status = { initialization: { provisioned: true } };
    const metadata = { finalizers: [FINALIZER] };
    await client.patch(path, { metadata, spec: { providerID: providerIdOf(name) }, status });
    if (!isKept && !known.has(name)) await makeNode(name);
    known.add(name);
  }

  async function lookAtBootstrap(bootstrap: Played): Promise<void> {
    const { name } = bootstrap.metadata;
    if (!isNew(bootstrap)) return;
    const status = { dataSecretName: name, initialization: { dataSecretCreated: true } };
    await client.patch(pathOf('PlayedBootstrap', name), { status });
  }

  /** The API server cannot list a new kind immediately, so a failed list counts as empty. */
  async function listOf(kind: PlayedKind): Promise<Played[]> {
    const { status, body } = await client.ask('GET', pathOf(kind));
    return status === 200 ? z.object({ items: z.array(played) }).parse(body).items : [];
  }

  async function play(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const bootstrap of await listOf('PlayedBootstrap')) await lookAtBootstrap(bootstrap);
      for (const machine of await listOf('PlayedMachine')) await lookAtMachine(machine);
      await pause(LOOK_MS);
    }
  }

  const playing = play();
  // Prevents an unhandled rejection. The caller of `stop` receives the error.
  playing.catch(() => undefined);
  return {
    pathOf,
    keepFromJoining(kept: boolean): void {
      isKept = kept;
    },
    loseNode: (name: string): Promise<void> => setReady(name, 'Unknown'),
    deleteNode: async (name: string): Promise<void> => void (await client.must('DELETE', nodeOf(name))),
    async stop(): Promise<void> {
      stopping.abort();
      await playing;
    },
  };
}
