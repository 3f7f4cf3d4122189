import type { RancherContext } from '../_core/rancher-context.ts';
import type { Condition, ManagementCluster, ProvisioningCluster } from '../_core/rancher-objects.ts';
import { hasReached, isServer, type MachineStage, type RancherMachine } from '../machines/machine-objects.ts';
import { setCondition, type Verdict } from './cluster-conditions.ts';
import { type Plan, planOf } from './cluster-phase.ts';
import { provisioningLog } from './provisioning-log.ts';

const TRUE: Verdict = { status: 'True' };

function verdictOf(plan: Plan): Verdict {
  if (plan.kind === 'done') return TRUE;
  if (plan.kind === 'stuck') return { status: 'False', reason: 'Error', message: plan.message };
  return { status: 'Unknown', reason: 'Waiting', message: plan.message };
}

const isWaiting = ({ conditions }: ManagementCluster): boolean => conditions.some(({ type }) => type === 'Ready');

type Conditioned = { conditions: Condition[]; resourceVersion: number };
type Write = (object: Conditioned, verdicts: [string, Verdict][]) => void;

function conditionWriter({ store, clock, nextRevision }: RancherContext) {
  const now = (): string => `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;

  function write(object: Conditioned, verdicts: [string, Verdict][]): void {
    const changed = verdicts.filter(([type, verdict]) => setCondition(object.conditions, type, verdict, now()));
    if (changed.length > 0) object.resourceVersion = nextRevision();
  }
  const mark = (id: string, types: string[], verdict: Verdict = TRUE): void => {
    const cluster = store.clusters.get(id);
    if (cluster)
      write(
        cluster,
        types.map((type) => [type, verdict]),
      );
  };
  return { write, mark };
}

/** Writes the planner's message into the conditions of a cluster. */
function planStatus(context: RancherContext, write: Write): (id: string) => void {
  const { store, clock, delays } = context;
  const log = provisioningLog(context);

  function showPlan(cluster: ManagementCluster, provisioning: ProvisioningCluster, plan: Plan): void {
    const verdict = verdictOf(plan);
    write(
      provisioning,
      ['Updated', 'Provisioned', 'Ready'].map((type) => [type, verdict]),
    );
    log.record(provisioning);
    const isNews = cluster.conditions.some(({ type, status }) => type === 'Updated' && status !== 'True');
    const isDone = plan.kind === 'done';
    if (isDone) provisioning.observedGeneration = provisioning.generation;
    write(
      cluster,
      (isDone ? ['Updated'] : ['Ready', 'Updated']).map((type) => [type, verdict]),
    );
    // The v3 cluster checks its own health later. Until then it keeps the last reason why it was not ready.
    if (isDone && isNews) clock.after(delays.readyLag, () => becomeReady(cluster, provisioning));
  }

  function becomeReady(cluster: ManagementCluster, provisioning: ProvisioningCluster): void {
    if (planOf(store, cluster, provisioning).kind === 'done')
      write(cluster, [
        ['Ready', TRUE],
        ['Waiting', TRUE],
      ]);
  }

  return (id) => {
    const cluster = store.clusters.get(id);
    const provisioning = store.provisioning.get(cluster?.provisioningKey ?? '');
    if (!cluster || !provisioning || provisioning.deletedAt || !isWaiting(cluster)) return;
    const infrastructure: Plan = { kind: 'waiting', message: 'waiting for infrastructure ready' };
    showPlan(
      cluster,
      provisioning,
      cluster.isInfrastructureReady ? planOf(store, cluster, provisioning) : infrastructure,
    );
  };
}

export type ClusterStatus = ReturnType<typeof clusterStatus>;

/**
 * Writes the conditions of a cluster's provisioning object and of its v3 object. `sync` writes the planner's message.
 * The other functions write the progress of the machines and of the cluster's agent.
 */
export function clusterStatus(context: RancherContext) {
  const { store, clock, delays } = context;
  const { write, mark } = conditionWriter(context);
  const sync = planStatus(context, write);

  function reported(id: string): void {
    const cluster = store.clusters.get(id);
    const provisioning = store.provisioning.get(cluster?.provisioningKey ?? '');
    mark(id, ['AgentDeployed', 'SystemAccountCreated']);
    if (provisioning) write(provisioning, [['Reconciling', { status: 'False' }]]);
    if (cluster?.contact === 'complete') return;
    Object.assign(cluster ?? {}, { contact: 'complete' });
    clock.after(delays.quantitiesLag, () => mark(id, ['GlobalAdminsSynced']));
  }

  function reach(id: string, contact: ManagementCluster['contact'], before: ManagementCluster['contact']): void {
    const cluster = store.clusters.get(id);
    if (cluster?.contact === before) cluster.contact = contact;
  }

  const STEPS: [MachineStage, (id: string) => void][] = [
    ['checkedIn', (id) => reach(id, 'called', 'none')],
    ['initialApplied', (id) => reach(id, 'version', 'called')],
    ['nodeMade', (id) => mark(id, ['AgentTlsStrictCheck'])],
    ['reconciled', reported],
  ];

  return {
    mark,
    write,
    sync,
    /** From this call on, both the provisioning cluster and the v3 cluster show what they wait for. */
    beginWaiting(id: string): void {
      mark(id, ['Ready'], { status: 'Unknown' });
      sync(id);
    },
    follow(id: string, machines: readonly RancherMachine[]): void {
      mark(id, ['Provisioned']);
      for (const [stage, reached] of STEPS) {
        if (machines.some((machine) => isServer(machine) && hasReached(machine, stage))) reached(id);
      }
      sync(id);
    },
    connected(id: string): void {
      mark(id, ['Connected']);
      Object.assign(store.clusters.get(id) ?? {}, { active: true });
    },
  };
}
