import { z } from 'zod';
import type { ProviderWork } from '#shared/domain/provider-syncs/provider-work';
import { syncJob } from '#shared/domain/provider-syncs/sync-jobs';
import type { ApiOperations } from '../_core/operation.ts';

export const providerWorkView = z
  .object({
    slots: z.array(
      z.object({
        cluster_uuid: z.string(),
        cluster_name: z.string().meta({ description: 'Empty if the cluster was deleted meanwhile.' }),
        operation_uuid: z.string(),
        expires_at: z.iso.datetime().meta({
          description: 'The slot is free at this time at the latest, even if its step has crashed.',
          examples: ['2026-03-01T12:01:05.000Z'],
        }),
      }),
    ),
    sync_jobs: z.array(
      z.object({
        name: syncJob,
        last_started_at: z.iso
          .datetime()
          .nullable()
          .meta({
            description: 'When the last complete run began. Null if no run was ever complete.',
            examples: ['2026-03-01T12:00:00.000Z'],
          }),
        running_until: z.iso
          .datetime()
          .nullable()
          .meta({
            description: 'Set only while a run is active: when its lease ends at the latest.',
            examples: [null],
          }),
      }),
    ),
  })
  .meta({ id: 'ProviderWork' });

export const viewProviderWork = ({ slots, syncJobs }: ProviderWork): z.infer<typeof providerWorkView> => ({
  slots: slots.map(({ clusterUuid, clusterName = '', operationUuid, expiresAt }) => ({
    cluster_uuid: clusterUuid,
    cluster_name: clusterName,
    operation_uuid: operationUuid,
    expires_at: expiresAt,
  })),
  sync_jobs: syncJobs.map(({ job, startedAt = null, heldUntil = null }) => ({
    name: job,
    last_started_at: startedAt,
    running_until: heldUntil,
  })),
});

export const providerWorkOperations: ApiOperations = {
  'GET /{uuid}/work/': {
    summary: 'Show the running operations and sync jobs of a provider',
    rule: 'service_settings.see_clusters',
    description:
      'The steps that call the backends of the provider now, each with a slot, and the scheduled jobs that sync with its Rancher, its Keycloak and its remote Waldur. Only a provider of the type `Rancher` has such jobs.',
    reply: providerWorkView,
  },
};
