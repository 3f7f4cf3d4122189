import { afterAll, beforeAll, expect, vi } from 'vitest';
import { z } from 'zod';
import { keycloakSessions } from '#shared/adapters/keycloak/keycloak-sessions';
import { rancherSessions } from '#shared/adapters/rancher/rancher-sessions';
import { waldurSessions } from '#shared/adapters/waldur/waldur-sessions';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import type { KeycloakDeps } from '#shared/app/cluster-access/steps/keycloak-deps';
import type { RancherDeps } from '#shared/app/providers/steps/rancher-deps';
import type { SyncDeps } from '#shared/app/providers/sync-job';
import { deleteProject } from '#shared/app/rancher-projects/steps/delete-project';
import {
  applyProjectQuota,
  ensureProject,
  ensureProjectNamespace,
} from '#shared/app/rancher-projects/steps/ensure-project';
import { bindProjectGroup, unbindProjectGroup } from '#shared/app/rancher-projects/steps/project-binding';
import { deleteProjectGroup, ensureProjectGroup } from '#shared/app/rancher-projects/steps/project-group';
import { failProject, finishProject, noteProjectWarning } from '#shared/app/rancher-projects/steps/project-records';
import { isOfProject, type ProjectOperation } from '#shared/domain/_core/operation';
import { changed } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import { AppError } from '#shared/errors';
import { randomIds, systemClock } from '#shared/runtime/clock-and-ids';
import { aUuid } from '#test/builders/builders';
import {
  type KeycloakUnderTest,
  type OpenedKeycloak,
  openKeycloak,
} from '#test/contracts/keycloak/keycloak-under-test';
import { anActiveCluster } from '#test/contracts/rancher/an-active-cluster';
import { joinAsAgent } from '#test/contracts/rancher/join-as-agent';
import { objectsIn } from '#test/contracts/rancher/objects-in';
import type { Simulator } from '#test/contracts/start-simulator';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { putKubernetesBehind } from '../_worlds/given-kubernetes.ts';
import { type RancherMarket, rancherMarketPerTest } from '../_worlds/rancher-market.ts';

type StepDeps = RancherDeps & KeycloakDeps & RecordsDeps & Pick<SyncDeps, 'waldur'>;
type StepOf = { contract: { name: string }; call(deps: StepDeps, input: unknown): Promise<unknown> };

/**
 * The steps of the three state machines for projects. The lists run in this sequence: `steps`, `optional`, `last`. If
 * an `optional` step fails, the customer's order still succeeds.
 */
export const MACHINES: Record<ProjectOperation['machine'], { steps: StepOf[]; optional: StepOf[]; last: StepOf[] }> = {
  'create-rancher-project': {
    steps: [ensureProject, ensureProjectNamespace, applyProjectQuota],
    optional: [ensureProjectGroup, bindProjectGroup],
    last: [],
  },
  'update-rancher-project': { steps: [applyProjectQuota], optional: [], last: [] },
  'delete-rancher-project': { steps: [unbindProjectGroup, deleteProject], optional: [], last: [deleteProjectGroup] },
};

export type SharedCluster = RancherMarket & {
  /** Rancher's id of the cluster. Paddock has no record of the cluster. */
  clusterId: string;
  /** Access to the cluster's Kubernetes API with the rights of the cluster's owner. */
  inside: ReturnType<typeof objectsIn>;
  keycloak: { simulator: Pick<Simulator, 'url' | 'plan' | 'countOf' | 'clearFaults'>; realm: OpenedKeycloak };
  deps: StepDeps;
  offering(fields?: object): Promise<{ uuid: string; url: string }>;
};

const access = z.object({ admin: z.object({ username: z.string(), password: z.string() }) });
/** `{url, admin}` of a real Keycloak in which tests may create realms. If unset, Keycloak is simulated. */
const given = process.env.PADDOCK_REAL_KEYCLOAK;
/**
 * A real Keycloak counts no requests and simulates no faults. Tests that need request counts or faults run on the
 * simulator only.
 */
export const isKeycloakReal = given !== undefined;

async function startKeycloak(): Promise<KeycloakUnderTest> {
  if (given !== undefined) {
    return { ...access.extend({ url: z.string() }).parse(JSON.parse(given)), stop: async () => {} };
  }
  const simulator = await borrowSimulator('keycloak');
  return { url: simulator.url, ...access.parse(simulator.printed), simulator, stop: simulator.stop };
}
const refuse = async () => expect.fail('this is no simulator');
const noSimulator = ({ url }: KeycloakUnderTest) => ({
  ...{ url, plan: refuse, countOf: refuse, clearFaults: async () => {} },
});

const COMPONENTS = [
  { type: 'cpu', name: 'CPU', measured_unit: 'cores', billing_type: 'limit', default_limit: 2, max_value: 64 },
  { type: 'ram', name: 'Memory', measured_unit: 'GB', billing_type: 'limit', min_value: 1 },
  { type: 'gpu', name: 'GPUs', measured_unit: 'units', billing_type: 'limit' },
  { type: 'storage', name: 'Storage', measured_unit: 'GB', billing_type: 'usage' },
];

/**
 * One shared cluster for the file, and one market for each test. The market's provider has a Rancher and a Keycloak.
 * `flags` go to the simulated Rancher.
 */
export function sharedClusterPerTest(use: (world: SharedCluster) => void, ...flags: string[]): void {
  let keycloak: SharedCluster['keycloak'];
  let admin: { username: string; password: string };
  let clusterId: string | undefined;
  beforeAll(async () => {
    const backend = await startKeycloak();
    ({ admin } = backend);
    keycloak = { simulator: backend.simulator ?? noSimulator(backend), realm: await openKeycloak(backend) };
  }, 60_000);
  afterAll(() => keycloak.realm.close());
  rancherMarketPerTest(
    async (now) => {
      const { simulator, opened, market, settingsUuid } = now;
      const { store, clock, secrets, stage, log } = market;
      const joinMachine = (token: string, name: string) => joinAsAgent(simulator.url, token, name);
      const backend = { ...opened.backend, joinMachine };
      await keycloak.simulator.clearFaults();
      if (clusterId === undefined) {
        clusterId = (await anActiveCluster({ ...opened, backend })) ?? expect.fail('machines can be played here');
        await putKubernetesBehind(simulator, clusterId);
      }
      const settings = await store.settings.get(settingsUuid);
      if (settings.type !== 'Rancher') return;
      const { url } = keycloak.simulator;
      const names = { realm: keycloak.realm.realm, userRealm: 'master', username: admin.username };
      const options = { ...settings.options, keycloak: { url, ...names, syncFrequency: 15, verifyTls: true } };
      await store.commit(store.settings.replace(changed(settings, clock.now(), { options })));
      await secrets.put(secretName(stage, 'keycloak', settingsUuid), JSON.stringify({ password: admin.password }));
      const deps = {
        ...{ store, clock, secrets, stage, log, ids: randomIds },
        events: { publish: async () => {} },
        metrics: { add: () => {} },
        rancher: rancherSessions({ secrets, stage, clock: systemClock }),
        keycloak: keycloakSessions({ secrets, stage, clock: systemClock }),
        waldur: waldurSessions({ secrets, stage, version: '0.0.0' }),
        slots: { perProvider: 20, keptMs: 65_000 },
      };
      // All tests use the same cluster, and their projects have the same slugs. A random prefix makes the project names
      // different.
      const prefix = `t${aUuid().slice(0, 8)}-`;
      const inCluster = clusterId;
      use({
        ...{ ...now, keycloak, deps, clusterId, inside: objectsIn(backend, clusterId) },
        async offering({ plugin_options = {}, ...fields }: { plugin_options?: object } = {}) {
          const made = await market.create('marketplace-provider-offerings/', market.people.staff, {
            ...{ type: 'Rancher.Project', name: 'Projects', customer: market.customerUuid, components: COMPONENTS },
            ...{
              service_settings: settingsUuid,
              plugin_options: { cluster_id: inCluster, project_prefix: prefix, ...plugin_options },
              ...fields,
            },
          });
          await market.ask('POST', `marketplace-provider-offerings/${made.uuid}/activate/`, market.people.staff);
          return made;
        },
      });
    },
    ...flags,
  );
}

const PASSING = ['BackendUnavailable', 'BackendThrottled', 'ProviderBusy', 'Conflict'];

/** A real Kubernetes takes about ten seconds to delete a namespace with pods. */
const MOMENT = { timeout: 20_000, interval: 50 };

/**
 * Runs a step as its state machine does. Repeats the step after a temporary error, and while the answer is `gone:
 * false`.
 */
async function carriedOut(step: StepOf, deps: StepDeps, target: object): Promise<void> {
  let passing: AppError | undefined;
  const isOver = async () => {
    passing = undefined;
    try {
      return z.object({ gone: z.boolean().default(true) }).parse(await step.call(deps, target)).gone;
    } catch (error) {
      if (!(error instanceof AppError) || !PASSING.includes(error.name)) throw error;
      passing = error;
      return false;
    }
  };
  try {
    await vi.waitUntil(isOver, MOMENT);
  } catch (error) {
    throw passing ?? error;
  }
}

export type Running = { twice?: boolean; before?: (step: string) => Promise<void> | void };

/** Runs the pending operation of the outbox until it has succeeded or failed. */
export async function runProjectMachine({ market, deps }: SharedCluster, { twice = false, before }: Running = {}) {
  const { operations } = await market.store.outbox.listPending(10);
  const found = operations.find(isOfProject) ?? expect.fail('no operation waits');
  const target = { operationUuid: found.uuid, resourceUuid: found.resourceUuid };
  await market.store.outbox.remove(found);
  const { steps, optional, last } = MACHINES[found.machine];
  const run = async (step: StepOf) => {
    await before?.(step.contract.name);
    for (const one of twice ? [step, step] : [step]) await carriedOut(one, deps, target);
  };
  const caughtIn = async (all: StepOf[], record: StepOf): Promise<boolean> => {
    for (const step of all) {
      try {
        await run(step);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const caught = { error: error.name, cause: error.message, failedStep: step.contract.name };
        await record.call(deps, { ...target, ...caught });
        return true;
      }
    }
    return false;
  };
  if (await caughtIn(steps, failProject)) return target;
  await caughtIn(optional, noteProjectWarning);
  if (await caughtIn(last, failProject)) return target;
  await run(finishProject);
  return target;
}
