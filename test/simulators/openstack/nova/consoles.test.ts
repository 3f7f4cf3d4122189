import { expect, test } from 'vitest';
import { cloudPerFile } from '../cloud-per-file.ts';
import { idIn } from '../cloud-under-test.ts';
import { novaUnderTest, servers } from './nova-under-test.ts';

const cloud = await cloudPerFile();
const { built, create } = novaUnderTest(cloud);
const log = (id: string, length?: number) =>
  cloud.demo.post(`${servers}/${id}/action`, { 'os-getConsoleOutput': { ...(length && { length }) } });
const console = (id: string, protocol: string, type: string) =>
  cloud.demo.post(`${servers}/${id}/remote-consoles`, { remote_console: { protocol, type } });

test('a machine that runs has a console for browsers, and one that is built has none yet', async () => {
  const id = await built();
  const { status, body } = await console(id, 'vnc', 'novnc');
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { remote_console: { protocol: 'vnc', type: 'novnc', url: expect.stringMatching(/^http:.*token/) } },
  });
  expect((await console(id, 'spice', 'spice-html5')).status).toBe(400);
  const building = idIn(await create());
  expect([(await console(building, 'vnc', 'novnc')).status, (await log(building)).status]).toEqual([409, 409]);
});

test('what it has written is shown, or the last lines that are asked for, and more when it boots again', async () => {
  const id = await built();
  const output = async (length?: number) => String(Object((await log(id, length)).body).output);
  const all = await output();
  expect(all).toMatch(/Linux version/);
  expect(all.endsWith(await output(1))).toBe(true);
  expect((await output(1)).split('\n')).toHaveLength(1);
  await cloud.demo.post(`${servers}/${id}/action`, { reboot: { type: 'HARD' } });
  expect((await output()).startsWith(all)).toBe(true);
  expect((await output()).length).toBeGreaterThan(all.length);
});
