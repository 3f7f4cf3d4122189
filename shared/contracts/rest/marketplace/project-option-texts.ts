import type { FieldText } from '../_core/field-text.ts';
import { PLUGIN_OPTION_TEXTS } from './plugin-option-texts.ts';

const { auto_approve_remote_orders, auto_approve_in_service_provider_projects } = PLUGIN_OPTION_TEXTS;

/** Texts of the options of an offering of projects in a shared cluster. */
export const PROJECT_OPTION_TEXTS = {
  auto_approve_remote_orders,
  auto_approve_in_service_provider_projects,
  cluster_id: {
    is: 'Id of the shared cluster in Rancher, as `c-xxxxx` or `c-m-xxxxxxxx`. It cannot be changed.',
    required: true,
    example: 'c-m-1234abcd',
  },
  project_prefix: {
    is: 'How the names of projects and namespaces begin. The slug of the resource follows.',
    default: 'waldur-',
    example: 'team-',
  },
  default_role: {
    is: 'Id of the role template of Rancher that members get in the project.',
    default: 'workloads-manage',
    example: 'project-member',
  },
  keycloak_enabled: {
    is: 'Whether members get access by a group in the Keycloak of the provider.',
    default: false,
    example: true,
  },
  keycloak_use_user_id: {
    is: 'Whether users are looked up in Keycloak by their ids. With `false`, by their usernames.',
    default: true,
    example: false,
  },
  namespace_labels: {
    is: 'Labels of the project’s namespace. With the label `gpu-pool`, pods run on nodes with the same label, by a policy of Kyverno that Paddock applies.',
    default: '{}',
    example: { 'gpu-pool': 'h100-2x' },
  },
  default_no_gpu_quota: {
    is: 'Whether all namespaces of the cluster without the label `gpu-pool` get a quota of zero GPUs, by a policy of Kyverno.',
    default: false,
    example: true,
  },
} as const satisfies Record<string, FieldText>;
