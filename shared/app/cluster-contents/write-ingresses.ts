import type { Uuid } from '#shared/domain/_core/identifier';
import { type IngressChange, ingressChange } from '#shared/domain/cluster-contents/new-contents';
import type { Caller } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import { createContent } from './create-content.ts';
import type { ContentDeps } from './open-content.ts';
import { referredContent } from './referred-contents.ts';
import { updateContent } from './update-content.ts';

const INGRESSES = { kind: 'INGRESS', model: 'Ingress' } as const;

export type NewIngress = IngressChange & {
  name: string;
  namespaceUuid: Uuid;
  /** If a Rancher project is given, the namespace must be in this project. */
  rancherProjectUuid?: Uuid | undefined;
};

export async function createIngress(
  deps: ContentDeps,
  caller: Caller,
  { name, namespaceUuid: uuid, rancherProjectUuid, ...wanted }: NewIngress,
) {
  const namespace = await referredContent(deps, caller, { uuid, kind: 'NAMESPACE', field: 'namespace' });
  if (rancherProjectUuid !== undefined && namespace.rancherProjectUuid !== rancherProjectUuid) {
    throw new Invalid({ non_field_errors: ['Namespace should belong to the same project.'] });
  }
  const place = { clusterUuid: namespace.clusterUuid, namespace: namespace.name };
  const decide = () => ingressChange(wanted);
  return createContent(deps, caller, INGRESSES, { ...place, type: 'networking.k8s.io.ingress', name, decide });
}

type Update = { uuidText: string; parseChange(): IngressChange };

export const updateIngress = (deps: ContentDeps, caller: Caller, { uuidText, parseChange }: Update) =>
  updateContent(deps, caller, INGRESSES, { uuidText, decide: () => ({ patch: ingressChange(parseChange()) }) });
