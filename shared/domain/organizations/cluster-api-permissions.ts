import { OWNER, PROJECT_LEADER, type Rule } from './permission-rule.ts';

/**
 * Rules about templates for Cluster API clusters. They apply to the templates of a project. If a template belongs to a
 * whole customer instead, all users of the customer see it, and only owners create and change it. All users see public
 * templates.
 */
export const CLUSTER_API_PERMISSIONS = {
  'cluster_api_template.see': { seenBy: 'project' },
  'cluster_api_template.create': { seenBy: 'project', inBody: true, may: PROJECT_LEADER },
  'cluster_api_template.change': { seenBy: 'project', may: PROJECT_LEADER },
  /** Show a template to all users. Owners may do so only if their customer has an offering. */
  'cluster_api_template.publish': { seenBy: 'project', may: OWNER },
} as const satisfies Record<string, Rule>;
