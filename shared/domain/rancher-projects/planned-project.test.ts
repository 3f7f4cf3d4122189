import { expect, test } from 'vitest';
import { projectComponent } from '../marketplace/rancher-project-offering.ts';
import { plannedProject } from './planned-project.ts';

const component = (type: string, billing_type = 'limit') =>
  projectComponent.parse({ type, name: type, description: '', measured_unit: '', billing_type });
const offering = {
  components: [component('cpu'), component('ram'), component('licences'), component('storage', 'usage')],
  pluginOptions: { cluster_id: 'c-1', namespace_labels: { 'gpu-pool': 'h100-2x' } },
};
const part = { clusterId: 'c-1', projectName: 'waldur-web', role: 'edit', limits: { cpu: 4, licences: 2, storage: 9 } };

test('the plan of a project has its names, labels, policies, and the amounts that are enforced', () => {
  expect(plannedProject(offering, part)).toEqual({
    ...{ clusterId: 'c-1', name: 'waldur-web', labels: { 'gpu-pool': 'h100-2x' } },
    quota: [{ component: 'cpu', key: 'limits.cpu', amount: '4000m' }],
    policies: ['enforce-gpu-pool-node-selector'],
  });
});

test('with Keycloak it has groups, and the role that they get', () => {
  const groups = { parent: 'c_1', child: 'project_2_edit' };
  expect(plannedProject(offering, { ...part, groups })).toMatchObject({
    ...{ groups, binding: { role: 'edit', principal: 'keycloakoidc_group://project_2_edit' } },
  });
});
