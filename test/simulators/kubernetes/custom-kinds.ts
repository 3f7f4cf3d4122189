import { z } from 'zod';
import { type ApiResource, customClusterWideIn, customIn } from './api-resource.ts';
import type { KubernetesObject } from './objects/kubernetes-objects.ts';

const definition = z.object({
  spec: z.object({
    group: z.string(),
    scope: z.string(),
    names: z.object({ plural: z.string(), kind: z.string(), singular: z.string().optional() }),
    versions: z.array(z.object({ name: z.string(), served: z.boolean().default(false) })),
  }),
});

/** The kinds that a custom resource definition adds to a cluster, one for each version that the definition serves. */
export function kindsDefinedBy(object: KubernetesObject): ApiResource[] {
  const { data } = definition.safeParse(object);
  if (!data) return [];
  const { group, scope, names, versions } = data.spec;
  const kindIn = scope === 'Namespaced' ? customIn : customClusterWideIn;
  const details = names.singular === undefined ? {} : { singularName: names.singular };
  return versions
    .filter(({ served }) => served)
    .map(({ name }) => kindIn(`${group}/${name}`)(names.plural, names.kind, details));
}
