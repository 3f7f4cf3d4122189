import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { recordedRequests } from '../../recorded-requests.ts';
import { EVENTUALLY, type OpenedRancher } from '../rancher-under-test.ts';
import type { PoolCloud } from './cloud-beside.ts';
import { byHand, NO_CLOUD, renderedObjects } from './pooled-clusters.ts';

const SECRETS = '/v1/secrets/cattle-global-data';
const ID = 'openstackcredentialConfig-applicationCredentialId';
const SECRET = 'openstackcredentialConfig-applicationCredentialSecret';
const shown = z.looseObject({ metadata: z.looseObject({ fields: z.array(z.unknown()) }) });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

export function poolCredentialCases(opened: () => OpenedRancher): void {
  describe('cloud credentials', () => {
    const objects = (cloud: PoolCloud | undefined, skip: (why: string) => never) =>
      renderedObjects(opened(), cloud ?? skip(NO_CLOUD));
    const read = async (name: string) => (await byHand(opened(), 'GET', `${SECRETS}/${name}`)).body;
    const readWithoutAge = async (name: string) => {
      const { metadata, ...secret } = shown.parse(await read(name));
      return { ...secret, metadata: { ...metadata, fields: metadata.fields.slice(0, -1) } };
    };

    test('one has what the driver signs in with, and is found by its labels (S2-003, D6)', async ({ skip }) => {
      const { cloud } = opened().backend;
      const { credential, labels } = objects(cloud, skip);
      const { rancher } = opened();
      const { name } = credential.metadata;
      await rancher.ensureCloudCredential(credential);
      const data = { [ID]: base64(cloud?.credential.id ?? ''), [SECRET]: base64(cloud?.credential.secret ?? '') };
      expect(await read(name)).toMatchObject({ _type: 'Opaque', data, metadata: { labels } });
      await expect.poll(() => rancher.listCloudCredentials(labels), EVENTUALLY).toEqual([name]);
      expect(await rancher.listCloudCredentials({ ...labels, 'paddock.test/other': 'x' })).toEqual([]);
      for (const _ of [1, 2]) await rancher.deleteCloudCredential(name);
      await expect.poll(() => rancher.listCloudCredentials(labels), EVENTUALLY).toEqual([]);
    });

    test('the same one is written once, another one takes its place, and what others noted on it stays (S2-003)', async ({
      skip,
    }) => {
      const { credential } = objects(opened().backend.cloud, skip);
      const { rancher } = opened();
      const { name } = credential.metadata;
      await rancher.ensureCloudCredential(credential);
      await byHand(opened(), 'PATCH', `${SECRETS}/${name}`, { metadata: { annotations: { noted: 'by hand' } } });
      const { asked, connect } = recordedRequests();
      await (await opened().open(opened().backend.key, connect)).ensureCloudCredential(credential);
      expect(asked).toEqual(['GET readCloudCredential']);
      const other = { ...credential, stringData: { ...credential.stringData, [SECRET]: 'another secret' } };
      await rancher.ensureCloudCredential(other);
      expect(await read(name)).toMatchObject({
        data: { [SECRET]: base64('another secret') },
        metadata: { annotations: { noted: 'by hand', ...credential.metadata.annotations } },
      });
      await rancher.deleteCloudCredential(name);
    });

    test('somebody else’s secret of that name is a conflict, and stays as it is', async ({ skip }) => {
      const { credential } = objects(opened().backend.cloud, skip);
      const { rancher } = opened();
      const { name } = credential.metadata;
      const theirs = { ...credential.metadata, labels: { owner: 'somebody' } };
      await rancher.ensureCloudCredential({ ...credential, metadata: theirs });
      const before = await readWithoutAge(name);
      await expect(rancher.ensureCloudCredential(credential)).rejects.toMatchObject({ name: 'BackendConflict' });
      expect(await readWithoutAge(name)).toEqual(before);
      await rancher.deleteCloudCredential(name);
    });

    test.for([
      { form: 'as it is', quote: (secret: string) => secret },
      { form: 'in base64', quote: base64 },
    ])('a refusal that quotes the secret $form does not show it', async ({ quote }, { skip }) => {
      const { simulator = skip('no failure can be planned here'), cloud = skip(NO_CLOUD) } = opened().backend;
      const { credential } = renderedObjects(opened(), cloud);
      const said = quote(cloud.credential.secret);
      const body = { message: `wrong value ${said}` };
      await simulator.plan({ method: 'POST', path: '^/v1/secrets', kind: 'status', status: 422, body });
      const made = opened().rancher.ensureCloudCredential(credential);
      const failure: unknown = await made.catch((error: unknown) => error);
      await simulator.clearFaults();
      expect(failure).toMatchObject({ name: 'BackendRejected', message: expect.stringContaining('wrong value') });
      expect(`${JSON.stringify(failure)} ${String(failure)}`).not.toContain(said);
    });
  });
}
