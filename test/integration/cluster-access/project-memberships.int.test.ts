import { expect, test } from 'vitest';
import { aRancherProject, aRoleTemplate } from '#test/builders/access-builders';
import { aCluster, someRancherSettings } from '#test/builders/builders';
import { ORIGIN } from '../_worlds/api-under-test.ts';
import { openMarket } from '../_worlds/market.ts';

const market = await openMarket();
const { store, customerUuid, projectUuid, people, clock } = market;
const settings = someRancherSettings();
settings.options.keycloak = {
  url: 'https://id.example.org',
  ...{ realm: 'r', userRealm: 'master', username: 'u', syncFrequency: 15, verifyTls: true },
};
const provided = { settingsUuid: settings.uuid, state: 'OK', backendId: 'c-m-abcdefgh' } as const;
const cluster = aCluster({ ...provided, customerUuid, projectUuid });
const role = aRoleTemplate({ settingsUuid: settings.uuid, scopeType: 'project', name: 'project-member' });
const [analytics, foreign] = [aRancherProject(cluster, { name: 'analytics' }), aRancherProject(aCluster(provided))];
await store.commit(
  ...[store.settings.insert(settings), store.roleTemplates.insert(role), store.clusters.insert(cluster)],
  ...[analytics, foreign].map(store.rancherProjects.insert),
);

const grant = (scope_uuid: string, person = people.manager) =>
  market.ask('POST', 'keycloak-user-group-memberships/', {
    ...person,
    body: { username: 'olga', email: 'olga@example.org', role: role.uuid, scope_uuid },
  });

test('a membership may be of a project that the cluster has in Rancher: the group is the project’s, below the cluster’s (S0-120)', async () => {
  const url = `${ORIGIN}/api/rancher-projects/${analytics.uuid}/`;
  expect((await grant(url)).body).toMatchObject({
    ...{ group_name: `project_${analytics.uuid}_project-member`, group_role: 'project-member' },
    ...{ group_scope_type: 'project', group_scope_name: 'analytics', group_scope_uuid: analytics.uuid },
  });
  const { operations } = await store.outbox.listPending(10);
  expect(operations).toMatchObject([{ machine: 'reconcile-membership', clusterUuid: cluster.uuid }]);
  const [mail = ''] = await store.mails.listDue(clock.now(), 10);
  expect(await store.mails.find(mail)).toMatchObject({ values: { scopeType: 'Project', scope: 'analytics' } });
});

test('a project of a cluster that the caller does not see does not exist, and members grant nothing', async () => {
  expect(await grant(foreign.uuid)).toMatchObject({
    status: 400,
    body: { scope_uuid: [`Project with UUID ${foreign.uuid} does not exist.`] },
  });
  expect((await grant(analytics.uuid, people.member)).status).toBe(403);
});
