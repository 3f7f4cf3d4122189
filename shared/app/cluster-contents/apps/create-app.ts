import type { Uuid } from '#shared/domain/_core/identifier';
import { type ActingRole, requireActingRole } from '#shared/domain/cluster-access/acting-role';
import type { RancherProject } from '#shared/domain/cluster-access/rancher-project';
import { type Answers, splitAnswers } from '#shared/domain/cluster-contents/apps/answer-values';
import { type ClusterContent, contentUuid, newContent } from '#shared/domain/cluster-contents/cluster-content';
import { templateFacts } from '#shared/domain/cluster-contents/content-facts';
import { namespaceProject } from '#shared/domain/cluster-contents/namespace-project';
import { reservedNamespaceProblem } from '#shared/domain/cluster-contents/reserved-names';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { Conflict, Invalid, noObject } from '#shared/errors';
import type { KeyedRancher } from '#shared/ports/rancher/keyed-rancher';
import { retryOnConflict } from '../../_core/retry-on-conflict.ts';
import { assertWritable } from '../open-content.ts';
import { recordedChange } from '../recorded-change.ts';
import { type AppDeps, appOperation, withSecretAnswers } from './app-deps.ts';
import { chartsAsCaller } from './charts-as-caller.ts';
import { checkedQuestions } from './check-app-answers.ts';

export type NewAppRequest = {
  name: string;
  description: string;
  version: string;
  answers: Answers;
  settingsUuid: Uuid;
  projectUuid: Uuid;
  templateUuid: Uuid;
  rancherProjectUuid: Uuid;
  namespaceUuid: Uuid | undefined;
  namespaceName: string | undefined;
};
/** The application's namespace. `record` is undefined if the namespace does not exist yet. */
type Namespace = { name: string; record: ClusterContent | undefined };
type Where = { cluster: Cluster; template: ClusterContent; rancherProject: RancherProject; namespace: Namespace };

const APP_TYPE = 'catalog.cattle.io.app';
const NAMESPACES = { apiVersion: 'v1', plural: 'namespaces' };
const SYSTEM = 'Rancher’s System project is for the programs that run the cluster. Choose another project.';
/** Waldur's error texts (docs/spec/waldur-rancher.md#contents-of-clusters). */
const EITHER = 'Either existing namespace UUID or new namespace name should be specified.';
const SAME_PROJECT = 'Namespace should belong to the same project.';
const SAME_SETTINGS = 'The same settings should be used for template, project and namespace.';

async function visibleOf(deps: AppDeps, caller: Caller, field: string, uuid: Uuid, kind: ClusterContent['kind']) {
  const found = await deps.store.contents.findByUuid(uuid);
  if (found?.kind !== kind || !canSee(caller, found)) throw noObject(field);
  return found;
}

async function projectOf({ store }: AppDeps, caller: Caller, uuid: Uuid): Promise<RancherProject> {
  const found = await store.rancherProjects.findByUuid(uuid);
  if (found === undefined || !canSee(caller, found)) throw noObject('rancher_project');
  return found;
}

/**
 * Finds the namespace by uuid or name. A namespace without a record usually does not exist yet and is created later. If
 * it exists, `assertInProject` and the step `ensureNamespace` check its project.
 */
async function namespaceOf(
  deps: AppDeps,
  caller: Caller,
  wanted: NewAppRequest,
  at: RancherProject,
): Promise<Namespace> {
  const { namespaceUuid, namespaceName } = wanted;
  if ((namespaceUuid === undefined) === (namespaceName === undefined))
    throw new Invalid({ non_field_errors: [EITHER] });
  if (namespaceUuid !== undefined) {
    const record = await visibleOf(deps, caller, 'namespace', namespaceUuid, 'NAMESPACE');
    return { name: record.name, record };
  }
  const all = await deps.store.contents.listByCluster(at.clusterUuid, 'NAMESPACE');
  const name = namespaceName ?? '';
  const record = all.find((namespace) => namespace.name === name);
  const problem = record === undefined ? reservedNamespaceProblem(name) : undefined;
  if (problem !== undefined) throw new Invalid({ namespace_name: [problem] });
  return { name, record };
}

/**
 * Finds the objects that the body names. Throws Invalid if they are not all in the same cluster and the same Rancher
 * project.
 */
async function placeOf(deps: AppDeps, caller: Caller, wanted: NewAppRequest): Promise<Where> {
  const template = await visibleOf(deps, caller, 'template', wanted.templateUuid, 'TEMPLATE');
  const rancherProject = await projectOf(deps, caller, wanted.rancherProjectUuid);
  const cluster = await deps.store.clusters.get(template.clusterUuid);
  assertWritable(deps, caller, cluster, { kind: 'APP', action: 'content.create' });
  const namespace = await namespaceOf(deps, caller, wanted, rancherProject);
  const places = [template, rancherProject, ...(namespace.record ? [namespace.record] : [])];
  const isOneProvider = places.every(({ settingsUuid }) => settingsUuid === wanted.settingsUuid);
  const isOneCluster = places.every(({ clusterUuid }) => clusterUuid === cluster.uuid);
  if (!isOneProvider || !isOneCluster) throw new Invalid({ non_field_errors: [SAME_SETTINGS] });
  if (rancherProject.isSystem) throw new Invalid({ rancher_project: [SYSTEM] });
  const { record } = namespace;
  if (record && record.rancherProjectUuid !== rancherProject.uuid) {
    throw new Invalid({ non_field_errors: [SAME_PROJECT] });
  }
  if (wanted.projectUuid !== cluster.projectUuid)
    throw new Invalid({ project: ['The cluster does not belong to this project.'] });
  const isForOthers = template.rancherProjectUuid !== undefined && template.rancherProjectUuid !== rancherProject.uuid;
  if (isForOthers) throw new Invalid({ template: ['The template is from a catalog of another Rancher project.'] });
  return { cluster, template, rancherProject, namespace };
}

/**
 * Throws Invalid if the cluster has the namespace, although Paddock has no record of it, in another project. Only an
 * owner of the cluster may read every namespace. For others, the step `ensureNamespace` finds it out.
 */
async function assertInProject(
  charts: KeyedRancher,
  role: ActingRole,
  { cluster, rancherProject, namespace }: Where,
): Promise<void> {
  if (namespace.record !== undefined || role.cluster !== 'cluster-owner') return;
  const found = await charts.findObject(cluster.backendId, { ...NAMESPACES, name: namespace.name });
  if (found && namespaceProject(found) !== rancherProject.backendId) {
    throw new Invalid({ non_field_errors: [SAME_PROJECT] });
  }
}

/** Makes the record of an application before it is installed. A later pull gives the application the same uuid. */
function newApp(
  deps: AppDeps,
  where: Where,
  wanted: NewAppRequest,
  { operationUuid, requestedBy }: { operationUuid: Uuid; requestedBy: Uuid },
  shown: ReturnType<typeof splitAnswers>,
) {
  const { cluster, template, rancherProject, namespace } = where;
  const { catalog, chart } = templateFacts.parse(template.facts);
  const { name, version, description } = wanted;
  const id = `${namespace.name}/${name}`;
  const found = {
    ...{ id, name, namespace: namespace.name, description, state: '', projectId: '' },
    createdAt: deps.clock.now().toISOString(),
    facts: { chart, version, catalog, revision: 1 },
  };
  const place = { namespace: namespace.record, project: rancherProject };
  const app: ClusterContent = {
    ...newContent(cluster, APP_TYPE, found, place),
    release: {
      ...{ state: 'CREATION_SCHEDULED', operationUuid, repository: catalog, chart, version, description },
      ...{ answers: shown.shown, secretNames: shown.secretNames, isInstalled: false },
      installedBy: operationUuid,
      requestedBy,
      rancherProjectId: rancherProject.backendId,
    },
  };
  return app;
}

/**
 * Accepts the installation of a Helm application (S0-217). Checks the caller's answers against the questions of the
 * chart, which Rancher returns. A state machine then creates the namespace, if it does not exist, and installs the
 * chart. Throws Invalid, NotAllowed, Conflict, ReadOnlyMode, Backend*.
 */
export async function createApp(
  deps: AppDeps,
  caller: Caller,
  wanted: NewAppRequest,
  correlationId: string,
): Promise<ClusterContent> {
  const { store } = deps;
  const where = await placeOf(deps, caller, wanted);
  const { cluster, template, namespace } = where;
  const { catalog: repository, chart, versions } = templateFacts.parse(template.facts);
  const { version, answers, name } = wanted;
  if (!versions.includes(version)) throw new Invalid({ version: [`The template has no version ${version}.`] });
  const role = requireActingRole(caller, cluster);
  const questions = await chartsAsCaller(deps, caller, cluster, async (charts) => {
    await assertInProject(charts, role, where);
    return checkedQuestions({ charts, clusterId: cluster.backendId }, { repository, chart, version }, answers);
  });
  const split = splitAnswers(questions, answers);
  const uuid = contentUuid(cluster.uuid, APP_TYPE, `${namespace.name}/${name}`);
  const operation = appOperation(deps, { clusterUuid: cluster.uuid, uuid }, 'create-app', correlationId);
  const requested = { operationUuid: operation.uuid, requestedBy: caller.user.uuid };
  const app = newApp(deps, where, wanted, requested, split);
  const event = { eventType: 'cluster_content_created', title: 'Application', content: app } as const;
  await recordedChange(deps, { cluster }, event, () =>
    withSecretAnswers(deps, operation.uuid, split.secrets, () =>
      retryOnConflict(async () => {
        const known = await store.contents.findInCluster(cluster.uuid, 'APP', uuid);
        if (known) throw new Conflict(`Namespace ${namespace.name} already has an application named ${name}.`);
        await store.commit(
          store.clusters.assertStays(cluster.uuid),
          store.contents.insert(app),
          store.outbox.insert(operation),
        );
      }),
    ),
  );
  return app;
}
