import { z } from 'zod';
import {
  CHECK_NAMES,
  CHECK_STATUSES,
  type Diagnosed,
  type summaryOf,
} from '#shared/domain/rancher-projects/diagnosis/finding';
import { POLICY_STATES } from '#shared/domain/rancher-projects/gpu/gpu-policies';
import type { ApiOperations } from '../_core/operation.ts';

const policy = z.object({
  name: z.string(),
  state: z.enum(POLICY_STATES).meta({
    description:
      '`current`: the policy is as Paddock applies it. `older`: the policy is from another version of Paddock, or not from Paddock; the next order of a project replaces the policy. `changed`: somebody has changed the policy’s rules; orders leave the policy as it is. `missing`: not applied yet, or deleted; the next order of a project applies the policy. `no Kyverno`: the cluster has no Kyverno.',
  }),
});

/** The results of all checks of a provider and its offerings of projects. */
export const diagnosisView = z
  .object({
    summary: z
      .object({ ok: z.int(), failed: z.int(), skipped: z.int() })
      .meta({ description: 'How many checks passed, failed and were skipped.' }),
    checks: z.array(
      z.object({
        name: z.enum(CHECK_NAMES),
        offering_uuid: z
          .string()
          .nullable()
          .meta({ description: 'The offering that was checked. Null for checks of the provider.' }),
        offering_name: z.string().nullable(),
        status: z.enum(CHECK_STATUSES),
        message: z.string().meta({ description: 'What the check found, or why it failed.' }),
        advice: z.string().meta({ description: 'What to do. Empty if nothing is to be done.' }),
        policies: z
          .array(policy)
          .meta({ description: 'States of the policies for GPUs. Empty for all checks except `gpu_policies`.' }),
      }),
    ),
  })
  .meta({ id: 'ProjectsDiagnosis' });

type Diagnosis = { summary: ReturnType<typeof summaryOf>; checks: readonly Diagnosed[] };

export const viewDiagnosis = ({ summary, checks }: Diagnosis): z.infer<typeof diagnosisView> => ({
  summary,
  checks: checks.map(({ offering, policies = [], ...finding }) => ({
    ...finding,
    offering_uuid: offering?.uuid ?? null,
    offering_name: offering?.name ?? null,
    policies,
  })),
});

export const diagnosisOperations: ApiOperations = {
  'POST /{uuid}/diagnose/': {
    summary: 'Check whether a provider can create projects in shared clusters',
    rule: 'service_settings.update',
    description:
      'Checks all that offerings of projects need: the login to Rancher and Keycloak, and for each offering its cluster, role, components, labels, nodes and policies. A check that fails says what failed, why, and what to do. Checks that depend on a failed check are skipped. Archived offerings are left out. Writes nothing. 409 if the provider is not of the type `Rancher`. If a check has failed, the status is 424, with the same body.',
    unmet: true,
    reply: diagnosisView,
    replyExample: {
      summary: { ok: 1, failed: 1, skipped: 0 },
      checks: [
        {
          ...{ name: 'rancher_login', offering_uuid: null, offering_name: null, status: 'ok' },
          ...{ message: 'Rancher accepts the access key.', advice: '', policies: [] },
        },
        {
          ...{ name: 'keycloak_rights', offering_uuid: null, offering_name: null, status: 'failed' },
          message: 'User paddock may not manage groups in realm waldur (403 Forbidden).',
          advice: 'Give paddock the role manage-users of the client realm-management, in realm waldur.',
          policies: [],
        },
      ],
    },
  },
};
