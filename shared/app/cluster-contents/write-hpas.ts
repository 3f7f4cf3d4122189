import type { Uuid } from '#shared/domain/_core/identifier';
import { type HpaChange, hpaChange, scaleTarget } from '#shared/domain/cluster-contents/new-contents';
import type { Caller } from '#shared/domain/organizations/caller';
import { createContent } from './create-content.ts';
import type { ContentDeps } from './open-content.ts';
import { referredContent } from './referred-contents.ts';
import { updateContent } from './update-content.ts';

const HPAS = { kind: 'HPA', model: 'HPA' } as const;
const TYPE = 'autoscaling.horizontalpodautoscaler';

export type NewHpa = HpaChange & { name: string; workloadUuid: Uuid };

export async function createHpa(deps: ContentDeps, caller: Caller, { name, workloadUuid: uuid, ...wanted }: NewHpa) {
  const workload = await referredContent(deps, caller, { uuid, kind: 'WORKLOAD', field: 'workload' });
  const place = { clusterUuid: workload.clusterUuid, namespace: workload.namespaceName };
  const decide = () => {
    const { spec, ...rest } = hpaChange(wanted);
    return { ...rest, spec: { ...scaleTarget(workload), ...spec } };
  };
  return createContent(deps, caller, HPAS, { ...place, type: TYPE, name, decide });
}

type Update = { uuidText: string; parseChange(): HpaChange };

export const updateHpa = (deps: ContentDeps, caller: Caller, { uuidText, parseChange }: Update) =>
  updateContent(deps, caller, HPAS, {
    uuidText,
    decide: ({ content }) => ({ patch: hpaChange(parseChange(), content) }),
  });
