import { fetch as fetchWith } from 'undici';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '#infra/local/until';
import { parseKubeconfig } from '#shared/domain/cluster-access/kubeconfig';
import { agentTrusting } from '#test/network/trusting-agent';
import { personAt } from './_worlds/customer.ts';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
const owner = personAt(endpoints, 'owner');
const member = personAt(endpoints, 'member');

/** A removed person's kubeconfig may work for this long (S0-161). */
const LONGEST_MS = 10_000;

test('the kubeconfig of a manager who loses the role ends within ten seconds, and those of others stay', async () => {
  const placed = await owner.place(owner.clusterOrder('left-by-a-manager', 1, 1));
  expect(await owner.ended(placed.uuid)).toMatchObject({ state: 'done' });
  const { uuid: user } = z.object({ uuid: z.string() }).parse((await member.call('GET', 'users/me/')).body);
  const role = { user, role: 'PROJECT.MANAGER' };
  const project = `projects/${endpoints.sample.project}`;
  expect(await owner.call('POST', `${project}/add_user/`, role)).toMatchObject({ status: 201 });
  const openedBy = async (person: typeof owner) => {
    const { body } = await person.call('POST', `rancher-clusters/${placed.resource_uuid}/kubeconfig/`, {});
    const { server, caData, login } = parseKubeconfig(z.object({ config: z.string() }).parse(body).config);
    const dispatcher = agentTrusting(caData);
    const headers = { authorization: `Bearer ${'token' in login ? login.token : ''}` };
    return async () =>
      (await fetchWith(`${server}/version`, { headers, dispatcher, signal: AbortSignal.timeout(30_000) })).status;
  };
  const [ofMember, ofOwner] = [await openedBy(member), await openedBy(owner)];
  expect([await ofMember(), await ofOwner()]).toEqual([200, 200]);

  const began = performance.now();
  expect(await owner.call('POST', `${project}/delete_user/`, role)).toMatchObject({ status: 200 });
  const tooLate = `The kubeconfig works ${LONGEST_MS} ms after its owner has lost the role.`;
  await until({ tooLate, timeoutMs: LONGEST_MS, intervalMs: 100 }, async () => (await ofMember()) === 403 || undefined);
  process.stdout.write(`\nA kubeconfig ended ${Math.round(performance.now() - began)} ms after the role.\n`);
  expect(await ofOwner()).toBe(200);
  expect(await owner.terminate(placed.marketplace_resource_uuid)).toMatchObject({ state: 'done' });
}, 300_000);
