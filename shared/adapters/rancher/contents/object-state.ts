import { z } from 'zod';
import { listOf, textOrEmpty } from './steve-object.ts';

const condition = z.object({ type: textOrEmpty, status: textOrEmpty });
const object = z.object({
  kind: z.string(),
  metadata: z.object({ deletionTimestamp: textOrEmpty, generation: z.int().nullish() }),
  status: z
    .object({
      conditions: listOf(condition),
      observedGeneration: z.int().nullish(),
      summary: z.object({ state: textOrEmpty }).nullish(),
    })
    .nullish(),
});

/** States of Steve for conditions that are not as they should be, the most important first. */
const OF_CONDITIONS = [
  { type: 'ReplicaFailure', status: 'True', state: 'error' },
  { type: 'Available', status: 'False', state: 'updating' },
  { type: 'Ready', status: 'False', state: 'unavailable' },
];

/**
 * The state that Steve would show for an object that was read from Kubernetes. The next pull of the cluster records
 * Steve's own state.
 */
export function objectState(found: unknown): string {
  const { kind, metadata, status } = object.parse(found);
  if (metadata.deletionTimestamp !== '') return kind === 'Namespace' ? 'terminating' : 'removing';
  if (kind === 'App') return status?.summary?.state || 'unknown';
  const failed = OF_CONDITIONS.find((it) =>
    status?.conditions.some(({ type, status: value }) => type === it.type && value === it.status),
  );
  if (failed) return failed.state;
  const { generation } = metadata;
  const observed = status?.observedGeneration;
  return generation != null && observed != null && observed < generation ? 'in-progress' : 'active';
}
