import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type ProjectBed, startProjectBed } from '#test/faults/scenarios/project-bed';
import { membersIn, ordered } from '#test/faults/scenarios/project-phases';
import { ownCloud } from './_worlds/own-cloud.ts';

const { endpoints } = ownCloud();
/**
 * Options for waits. The timeout is shorter than the interval of the schedule, which starts the job once a minute in
 * this cloud.
 */
const AT_ONCE = { interval: 200, timeout: 30_000 };

let bed: ProjectBed;
beforeAll(async () => {
  bed = await startProjectBed(endpoints);
}, 120_000);
afterAll(() => bed.stop());

test('a person gets access to a project at once, and loses it at once (S1-004, S1-057, S1-059)', async () => {
  const { owner, project, outsider } = bed;
  const { order, resource } = await ordered(bed);
  expect(await owner.ended(order)).toMatchObject({ state: 'done', error_message: '' });
  await expect.poll(() => membersIn(bed), AT_ONCE).toEqual(['member']);
  const role = { user: outsider, role: 'PROJECT.MEMBER' };
  await owner.call('POST', `projects/${project}/add_user/`, role);
  await expect.poll(() => membersIn(bed), AT_ONCE).toEqual(['member', 'outsider']);
  await owner.call('POST', `projects/${project}/delete_user/`, role);
  await expect.poll(() => membersIn(bed), AT_ONCE).toEqual(['member']);
  const terminated = z
    .object({ order_uuid: z.string() })
    .parse((await owner.call('POST', `marketplace-resources/${resource}/terminate/`, {})).body);
  expect(await owner.ended(terminated.order_uuid)).toMatchObject({ state: 'done', error_message: '' });
  expect(await membersIn(bed)).toEqual([]);
}, 240_000);
