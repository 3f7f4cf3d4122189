import type { Uuid } from '#shared/domain/_core/identifier';
import { commonSelector, type ServiceChange, serviceChange } from '#shared/domain/cluster-contents/new-contents';
import type { Caller } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import { createContent } from './create-content.ts';
import type { ContentDeps } from './open-content.ts';
import { referredContent, targetWorkloads } from './referred-contents.ts';
import { updateContent } from './update-content.ts';

const SERVICES = { kind: 'SERVICE', model: 'Service' } as const;

/** A service as in a request body. The body may name workloads instead of the labels of their pods. */
export type WantedService = ServiceChange & { workloadUuids?: readonly Uuid[] | undefined };
export type NewService = WantedService & { name: string; namespaceUuid?: Uuid | undefined };

/**
 * Creates a service in the given namespace. If none is given, the service is created in the namespace of its workloads.
 */
export async function createService(
  deps: ContentDeps,
  caller: Caller,
  { name, namespaceUuid: uuid, workloadUuids: uuids = [], ...wanted }: NewService,
) {
  const named = uuid && (await referredContent(deps, caller, { uuid, kind: 'NAMESPACE', field: 'namespace' }));
  const workloads = await targetWorkloads(deps, caller, { uuids, namespace: named || undefined });
  const [first] = workloads;
  const place = named || (first && { clusterUuid: first.clusterUuid, name: first.namespaceName });
  if (!place) throw new Invalid({ namespace: ['Give a namespace, or a workload in target_workloads.'] });
  const decide = () => serviceChange({ ...wanted, ...(first && { selector: commonSelector(workloads) }) });
  const { clusterUuid, name: namespace } = place;
  return createContent(deps, caller, SERVICES, { clusterUuid, type: 'service', name, namespace, decide });
}

type Update = { uuidText: string; parseChange(): WantedService };

export const updateService = (deps: ContentDeps, caller: Caller, { uuidText, parseChange }: Update) =>
  updateContent(deps, caller, SERVICES, {
    uuidText,
    async decide({ content }) {
      const { workloadUuids: uuids = [], ...wanted } = parseChange();
      const namespace = { clusterUuid: content.clusterUuid, name: content.namespaceName };
      const workloads = await targetWorkloads(deps, caller, { uuids, namespace });
      const selector = workloads.length > 0 ? commonSelector(workloads) : wanted.selector;
      return { patch: serviceChange({ ...wanted, selector }, content) };
    },
  });
