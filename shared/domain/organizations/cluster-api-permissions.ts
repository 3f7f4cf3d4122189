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
  /**
   * Publish a template, which shows it to all users, and change, hide or delete it afterwards. Owners may publish only
   * if their customer sells clusters of Cluster API.
   */
  'cluster_api_template.publish': { seenBy: 'project', may: OWNER },
} as const satisfies Record<string, Rule>;
