import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { signClientCertificate } from '#shared/adapters/certificates/sign-client-certificate';
import { issueKubeconfig } from '#shared/app/cluster-access/issue-kubeconfig';
import { parseKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import type { Caller } from '#shared/domain/organizations/caller';
import { aCallerWith, aUuid } from '#test/builders/builders';
import { clusterApiWorldPerFile, readyCluster } from '../_worlds/cluster-api-world.ts';
import { type Begun, clusterOf } from '../_worlds/step-world.ts';

const world = await clusterApiWorldPerFile();
const { store, clock, ids, site, rancher, clusterApi, owner } = world;
const deps = { store, clock, ids, site, rancher, clusterApi, signClientCertificate };

const issued = ({ target }: Begun, caller: Caller = owner) =>
  issueKubeconfig(deps, caller, { uuidText: target.clusterUuid, readTtlSeconds: () => 600 });
const CLUSTER = { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Cluster' };

test('a kubeconfig has a short-lived certificate, which the cluster’s authority has signed, for the caller (S3-029, M29)', async () => {
  const begun = await readyCluster(world);
  const { config, expiresAt } = await issued(begun);
  const { server, caData = '', login } = parseKubeconfig(config);
  if (!('certificate' in login)) throw new Error('the kubeconfig has a token');
  const certificate = new X509Certificate(login.certificate);
  expect(certificate.verify(new X509Certificate(caData).publicKey)).toBe(true);
  expect(certificate.subject.split('\n')).toEqual([`CN=${owner.user.username}`, 'O=kubeadm:cluster-admins']);
  expect(certificate.validToDate.getTime() - clock.now().getTime()).toBeLessThanOrEqual(600_000);
  expect(Math.abs(Date.parse(expiresAt) - certificate.validToDate.getTime())).toBeLessThan(1000);
  const { backendId, uuid } = await clusterOf(world, begun);
  const found = await (await clusterApi.open(world.managementSettings)).find(CLUSTER, backendId);
  expect(found).toMatchObject({ spec: { controlPlaneEndpoint: { port: Number(new URL(server).port) } } });
  const { items } = await store.audit.list({ visibility: 'all', clusterUuid: uuid }, { page: 1, pageSize: 50 });
  expect(JSON.stringify(items)).toContain('resource_kubeconfig_issued');
  expect(JSON.stringify(items)).not.toContain('PRIVATE KEY');
});

test('nobody gets one who may not see the cluster (S3-029)', async () => {
  const begun = await readyCluster(world);
  const stranger = aCallerWith('CUSTOMER.OWNER', { customerUuid: aUuid(), projectUuid: aUuid() });
  await expect(issued(begun, stranger)).rejects.toMatchObject({ name: 'NotFound' });
});

test('without a public address there is none, so that no internal name leaves Paddock (M30)', async () => {
  const begun = await readyCluster(world, { overrides: { labels: { master_lb_floating_ip_enabled: 'false' } } });
  await expect(issued(begun)).rejects.toMatchObject({
    name: 'Conflict',
    message: expect.stringContaining('has no public address'),
  });
});
