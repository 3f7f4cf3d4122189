import { z } from 'zod';
import type { FoundContent } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentType } from '#shared/domain/cluster-contents/content-type';
import { appFactsOf, catalogFactsOf } from './catalog-facts.ts';
import { hpaFactsOf } from './hpa-facts.ts';
import { ingressFactsOf, serviceFactsOf } from './network-facts.ts';
import { text, texts } from './steve-object.ts';
import { cronJobFactsOf, daemonSetFactsOf, replicatedFactsOf } from './workload-facts.ts';

/** What lists of each type are read for; all of a type's own facts come from the object as Kubernetes has it. */
const FACTS_OF: Readonly<Record<ContentType, (object: unknown) => Record<string, unknown>>> = {
  namespace: () => ({}),
  'apps.deployment': replicatedFactsOf,
  'apps.daemonset': daemonSetFactsOf,
  'apps.statefulset': replicatedFactsOf,
  'batch.cronjob': cronJobFactsOf,
  service: serviceFactsOf,
  'networking.k8s.io.ingress': ingressFactsOf,
  'autoscaling.horizontalpodautoscaler': hpaFactsOf,
  'catalog.cattle.io.app': appFactsOf,
  'catalog.cattle.io.clusterrepo': catalogFactsOf,
};
const PROJECT = 'field.cattle.io/projectId';
const DESCRIPTION = 'field.cattle.io/description';

const steveObject = z.looseObject({
  metadata: z.object({
    name: z.string().min(1),
    namespace: text,
    creationTimestamp: z.iso.datetime({ offset: true }),
    annotations: texts,
    state: z.object({ name: text }).nullish(),
  }),
});

/** An object of this type as steve shows it. */
export const contentSchema = (type: ContentType) =>
  steveObject.transform(({ metadata, ...object }): FoundContent => {
    const { name, namespace, annotations } = metadata;
    return {
      ...{ id: namespace === '' ? name : `${namespace}/${name}`, name, namespace },
      description: annotations[DESCRIPTION] ?? '',
      state: metadata.state?.name ?? '',
      createdAt: new Date(metadata.creationTimestamp).toISOString(),
      projectId: type === 'namespace' ? (annotations[PROJECT] ?? '') : '',
      facts: FACTS_OF[type]({ metadata, ...object }),
    };
  });
