import { describe, expect, test } from 'vitest';
import { aName, type OpenedKeycloak } from './keycloak-under-test.ts';

const MARK = { managed_by: ['paddock/test'], scope_uuid: ['0123456789abcdef0123456789abcdef'] };
const names = (groups: readonly { name: string }[]) => groups.map(({ name }) => name).sort();

export function groupCases(subject: () => OpenedKeycloak): void {
  const keycloak = () => subject().keycloak;
  const aGroup = async (name = aName('c')) => ({
    id: await keycloak().createTopGroup({ name, attributes: MARK }),
    name,
  });

  describe('a group', () => {
    test('that is made is found by its name with attributes and without children (S0-110, U57)', async () => {
      const { id, name } = await aGroup();
      const found = { id, name, attributes: MARK, childCount: 0 };
      expect(await keycloak().findGroupAt(name)).toEqual(found);
      expect(await keycloak().findGroup(id)).toEqual(found);
    });
    test('is found by its whole name in its own case only (U58)', async () => {
      const { name } = await aGroup(aName('c_Abc'));
      expect(await keycloak().findGroupAt(name.slice(0, -1))).toBeUndefined();
      expect(await keycloak().findGroupAt(name.toUpperCase())).toBeUndefined();
      expect(await keycloak().findGroup('nothing')).toBeUndefined();
    });
    test('of a name that a top group has is a conflict', async () => {
      const { name } = await aGroup();
      await expect(keycloak().createTopGroup({ name, attributes: {} })).rejects.toMatchObject({
        name: 'BackendConflict',
        message: expect.stringContaining(`with 409: Top level group named '${name}' already exists.`),
      });
    });
    test('made by five at once is made once; the others meet a conflict', async () => {
      const { id: parentId } = await aGroup();
      const makes = Array.from({ length: 5 }, () =>
        keycloak().createChild(parentId, { name: 'one', attributes: MARK }),
      );
      const results = await Promise.allSettled(makes);
      const refusals = results.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []));
      expect(refusals).toHaveLength(4);
      for (const refusal of refusals) expect(refusal).toMatchObject({ name: 'BackendConflict' });
      expect(await Array.fromAsync(keycloak().listChildren(parentId))).toHaveLength(1);
    });
    test('that is changed has the new name and the new attributes, and no others', async () => {
      const { id } = await aGroup();
      const changed = { name: aName('renamed'), attributes: { managed_by: ['somebody'] } };
      await keycloak().updateGroup(id, changed);
      expect(await keycloak().findGroup(id)).toEqual({ id, ...changed, childCount: 0 });
      const { name } = await aGroup();
      await expect(keycloak().updateGroup(id, { name, attributes: {} })).rejects.toMatchObject({
        name: 'BackendConflict',
      });
    });
    test('that is deleted takes its children along, and is deleted again without a word (S0-112, U59)', async () => {
      const { id, name } = await aGroup();
      const childId = await keycloak().createChild(id, { name: 'child', attributes: MARK });
      await keycloak().deleteGroup(id);
      expect(await keycloak().findGroupAt(name)).toBeUndefined();
      expect(await keycloak().findGroup(childId)).toBeUndefined();
      await keycloak().deleteGroup(id);
    });
  });

  describe('children', () => {
    test('are below their parent, and are counted there (S0-111, S0-115, U57, U58)', async () => {
      const parent = await aGroup();
      const id = await keycloak().createChild(parent.id, { name: 'cluster_x_cluster-owner', attributes: MARK });
      const child = { id, name: 'cluster_x_cluster-owner', parentId: parent.id, attributes: MARK, childCount: 0 };
      expect(await Array.fromAsync(keycloak().listChildren(parent.id))).toEqual([child]);
      expect(await keycloak().findGroupAt(parent.name, child.name)).toEqual(child);
      expect(await keycloak().findGroupAt(child.name)).toBeUndefined();
      expect(await keycloak().findGroup(parent.id)).toMatchObject({ childCount: 1 });
    });
    test('of one name may be in two parents, not twice in one', async () => {
      const [one, other] = [await aGroup(), await aGroup()];
      const child = { name: 'same', attributes: MARK };
      await keycloak().createChild(one.id, child);
      await keycloak().createChild(other.id, child);
      await expect(keycloak().createChild(one.id, child)).rejects.toMatchObject({
        name: 'BackendConflict',
        message: expect.stringContaining("Sibling group named 'same' already exists."),
      });
    });
    test('of a parent that is gone are neither made nor listed', async () => {
      const made = keycloak().createChild('nothing', { name: 'x', attributes: {} });
      await expect(made).rejects.toMatchObject({ name: 'BackendNotFound' });
      const listed = Array.fromAsync(keycloak().listChildren('nothing'));
      await expect(listed).rejects.toMatchObject({ name: 'BackendNotFound' });
    });
    test('without a name are refused with Keycloak’s words', async () => {
      const { id } = await aGroup();
      await expect(keycloak().createChild(id, { name: '', attributes: {} })).rejects.toMatchObject({
        name: 'BackendRejected',
        message: expect.stringContaining('with 400: Group name is missing'),
      });
    });
  });

  describe('a list of groups by attributes', () => {
    const marked = async (mark: Record<string, string>, name = aName('c')) => {
      const attributes = Object.fromEntries(Object.entries(mark).map(([key, value]) => [key, [value]]));
      const id = await keycloak().createTopGroup({ name, attributes });
      return { id, name, attributes };
    };

    test('has those on every level that carry them all, each with its attributes and parent, and no other', async () => {
      const mark = { managed_by: 'paddock/list', provider_uuid: aName('p') };
      const top = await marked(mark);
      const childId = await keycloak().createChild(top.id, { name: 'child', attributes: top.attributes });
      await keycloak().createChild(top.id, { name: 'foreign', attributes: {} });
      await marked({ ...mark, provider_uuid: 'another' });
      await marked({ ...mark, managed_by: 'PADDOCK/list' });
      const found = await Array.fromAsync(keycloak().listGroups(mark));
      expect(found.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
        { id: top.id, name: top.name, attributes: top.attributes, childCount: 2 },
        { id: childId, name: 'child', parentId: top.id, attributes: top.attributes, childCount: 0 },
      ]);
    });
    test('is empty where nothing carries them', async () => {
      expect(await Array.fromAsync(keycloak().listGroups({ managed_by: 'nobody' }))).toEqual([]);
    });
    test('that Keycloak would read as another question is not asked', () => {
      for (const attributes of [{}, { managed_by: '' }, { managed_by: 'a"b' }, { 'managed by': 'a' }]) {
        expect(() => keycloak().listGroups(attributes)).toThrow('would misread this query');
      }
    });
    test('is read to its end, 100 at a time, and so are children', async () => {
      const mark = { managed_by: 'paddock/pages' };
      const parent = await marked(mark);
      const wanted = Array.from({ length: 104 }, (_, index) => `child-${String(index).padStart(3, '0')}`);
      for (const name of wanted) await keycloak().createChild(parent.id, { name, attributes: parent.attributes });
      const { keycloak: counted, asked } = await subject().open();
      expect(names(await Array.fromAsync(counted.listGroups(mark)))).toEqual([parent.name, ...wanted].sort());
      expect(names(await Array.fromAsync(counted.listChildren(parent.id)))).toEqual(wanted);
      expect(asked).toEqual(['logIn', 'listGroups', 'listGroups', 'listChildren', 'listChildren']);
    });
  });
}
