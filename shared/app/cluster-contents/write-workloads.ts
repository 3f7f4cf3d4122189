import { workloadFacts } from '#shared/domain/cluster-contents/content-facts';
import { assertScalable, restartChange } from '#shared/domain/cluster-contents/new-contents';
import type { Caller } from '#shared/domain/organizations/caller';
import type { ContentDeps } from './open-content.ts';
import { updateContent } from './update-content.ts';

const WORKLOADS = { kind: 'WORKLOAD', model: 'Workload' } as const;

type Scale = { uuidText: string; parseScale(): number | undefined };

export const scaleWorkload = (deps: ContentDeps, caller: Caller, { uuidText, parseScale }: Scale) =>
  updateContent(deps, caller, WORKLOADS, {
    uuidText,
    decide({ content }) {
      const scale = parseScale();
      if (scale === undefined) return { patch: {} };
      assertScalable(content, 'scale');
      const before = workloadFacts.parse(content.facts).scale;
      return { patch: { spec: { replicas: scale } }, fields: { scale: { before, after: scale } } };
    },
  });

/** Replaces all pods of a workload, some at a time, like `kubectl rollout restart`. */
export const redeployWorkload = (deps: ContentDeps, caller: Caller, uuidText: string) =>
  updateContent(deps, caller, WORKLOADS, {
    uuidText,
    decide: ({ content }) => ({
      patch: restartChange(content, deps.clock.now()),
      fields: { pods: { after: 'restarted' } },
    }),
  });
