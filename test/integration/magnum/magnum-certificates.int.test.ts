import 'reflect-metadata'; // `@peculiar/x509` requires this import first
import { X509Certificate } from 'node:crypto';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readyCluster } from '../_worlds/cluster-api-world.ts';
import { magnumWorldPerFile } from '../_worlds/magnum-world.ts';

const world = await magnumWorldPerFile();
const { ask, clock, site } = world;
const answered = z.object({ pem: z.string(), cluster_uuid: z.string() });

/** A request as Magnum's client creates it, for the most powerful group, `system:masters`. */
async function signingRequest(): Promise<string> {
  const signingAlgorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const size = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const keys = await crypto.subtle.generateKey({ ...signingAlgorithm, ...size }, true, ['sign', 'verify']);
  const request = await Pkcs10CertificateRequestGenerator.create({
    ...{ name: 'CN=admin, O=system:masters', keys, signingAlgorithm },
  });
  return request.toString('pem');
}

test('a request is signed for its sender, in no stronger group than others, and for the time of a kubeconfig (S3-029, M29)', async () => {
  const { cluster } = await readyCluster(world);
  const { token, name } = await world.userWith('member');
  const csr = await signingRequest();
  const body = { cluster_uuid: cluster.name, csr };
  const answer = await ask('POST', '/v1/certificates', { token, body });
  expect(answer).toMatchObject({ status: 201, body: { csr } });
  const authority = answered.parse((await ask('GET', `/v1/certificates/${cluster.uuid}`, { token })).body);
  const certificate = new X509Certificate(answered.parse(answer.body).pem);
  expect(certificate.verify(new X509Certificate(authority.pem).publicKey)).toBe(true);
  expect(certificate.subject.split('\n')).toEqual([`CN=${name}@Default`, 'O=kubeadm:cluster-admins']);
  const lifeMs = certificate.validToDate.getTime() - clock.now().getTime();
  expect(lifeMs).toBeLessThanOrEqual(site.kubeconfigMaxTtlSeconds * 1000);
  const { items } = await world.store.audit.list(
    { visibility: 'all', clusterUuid: cluster.uuid },
    { page: 1, pageSize: 50 },
  );
  expect(JSON.stringify(items)).toContain('resource_kubeconfig_issued');
});

test('no reader gets a certificate, nobody with a wrong request, and nobody for another authority (M41)', async () => {
  const { cluster } = await readyCluster(world);
  const reader = await world.userWith('reader');
  const body = { cluster_uuid: cluster.uuid, csr: await signingRequest() };
  expect(await ask('POST', '/v1/certificates', { token: reader.token, body })).toMatchObject({ status: 403 });
  const token = await world.token();
  expect(await ask('POST', '/v1/certificates', { token, body: { ...body, csr: 'none' } })).toMatchObject({
    ...{ status: 400, body: { errors: [{ title: expect.stringContaining('PKCS #10') }] } },
  });
  const path = `/v1/certificates/${cluster.uuid}?ca_cert_type=etcd`;
  expect(await ask('GET', path, { token })).toMatchObject({ status: 400 });
});

test('the authority is not rotated, which is answered as by Magnum’s drivers that cannot do it (M27, M29)', async () => {
  const token = await world.token();
  const { cluster } = await readyCluster(world);
  const path = `/v1/certificates/${cluster.uuid}`;
  expect(await ask('PATCH', path, { token, version: 'container-infra 1.4' })).toMatchObject({ status: 404 });
  expect(await ask('PATCH', path, { token, version: 'container-infra 1.5' })).toMatchObject({
    ...{ status: 400, body: { errors: [{ title: "'rotate_ca_certificate' is not supported by this driver." }] } },
  });
});

test('a ready cluster shows the address of its API, and one without a public address shows none (M30)', async () => {
  const token = await world.token();
  const { cluster } = await readyCluster(world);
  const shown = async (uuid: string) => (await ask('GET', `/v1/clusters/${uuid}`, { token })).body;
  expect(await shown(cluster.uuid)).toMatchObject({
    ...{
      status: 'CREATE_COMPLETE',
      health_status: 'HEALTHY',
      api_address: expect.stringMatching(/^https:\/\/.+:\d+$/),
    },
    stack_id: expect.stringMatching(/^kube-[a-z0-9]{10}$/),
  });
  const overrides = { labels: { master_lb_floating_ip_enabled: 'false' } };
  const { cluster: hidden } = await readyCluster(world, { overrides });
  expect(await shown(hidden.uuid)).toMatchObject({ api_address: null });
});
