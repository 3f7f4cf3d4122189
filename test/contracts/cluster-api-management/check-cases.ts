import { describe, expect, test } from 'vitest';
import { newAuthority } from '#test/simulators/_kit/certificate-authority';
import { type ManagementUnderTest, type Opening, openManagement, sessionsFor } from './management-under-test.ts';

/** Tests the check of the settings, with its messages for operators, and the use of several API addresses. */
export function checkCases(backend: () => ManagementUnderTest): void {
  const check = async (opening: Opening = {}) => {
    const { sessions, settings } = sessionsFor(backend(), opening);
    return (await sessions.check(settings)).map(({ option, ok, message }) => `${option} ${ok}: ${message}`);
  };

  test('versions of Kubernetes, Cluster API and its OpenStack provider are read (S3-014, S3-015, S3-017, M2)', async () => {
    expect(await (await openManagement(backend())).versions()).toEqual({
      kubernetes: expect.stringMatching(/^1\.\d+\.\d+/),
      ...{ clusterApi: '1.10.5', openstackProvider: '0.12.4' },
    });
  });

  describe('the check of the settings', () => {
    test('says that all is well, with versions, and leaves nothing (S3-014, S3-015, S3-017)', async () => {
      expect(await check({ options: { infrastructure: 'openstack' } })).toEqual([
        'backend_url true: The API answers.',
        'token true: The API accepts the token.',
        `namespace true: Clusters can be made in namespace ${backend().namespace}.`,
        expect.stringMatching(/^backend_url true: Kubernetes 1\.\d+\.\d+\S*\.$/),
        'backend_url true: Cluster API 1.10.5.',
        'infrastructure true: Cluster API’s OpenStack provider 0.12.4.',
      ]);
      const path = `/api/v1/namespaces/${backend().namespace}/secrets/paddock-check`;
      expect((await backend().client.ask('GET', path)).status).toBe(404);
    });

    test('says that the token is not accepted', async () => {
      expect(await check({ token: 'forged' })).toEqual([
        'token false: The management Kubernetes API does not accept the credential: make a new one and enter it here.',
      ]);
    });

    test('says that the namespace is not there', async () => {
      const [, , namespace] = await check({ options: { namespace: 'paddock-absent' } });
      expect(namespace).toBe('namespace false: There is no namespace paddock-absent: create it, or enter another one.');
    });

    test('says which rights are missing', async ({ skip }) => {
      const { readerToken, namespace } = backend();
      if (readerToken === undefined) return skip('this Kubernetes has no reader to try it with');
      const what = 'create, patch, delete clusters or create, patch, delete secrets';
      expect((await check({ token: readerToken }))[2]).toBe(
        `namespace false: The token may not ${what} in namespace ${namespace}: grant this right by a Role in that namespace.`,
      );
    });

    test('says that the certificate is of another authority (S3-005, M4)', async () => {
      const { certificate } = await newAuthority('CN=somebody else');
      expect(await check({ options: { caCertificate: certificate } })).toEqual([
        expect.stringMatching(
          /^ca_certificate false: The certificate of the management Kubernetes API is not accepted \(/i,
        ),
      ]);
    });

    test('accepts any certificate if it is not verified', async () => {
      const options = { verifyTls: false, caCertificate: undefined };
      expect((await check({ options }))[0]).toBe('backend_url true: The API answers.');
    });
  });

  test('the next address is asked if one does not answer (S3-012)', async () => {
    const { url } = backend();
    const options = { backendUrl: 'https://127.0.0.1:1', furtherUrls: [url] };
    const api = await openManagement(backend(), { options });
    expect((await api.versions()).clusterApi).toBe('1.10.5');
  });
}
