import type { CloudUnderTest } from '../cloud-under-test.ts';

/** The id of the user with this name. */
export async function userOf({ admin }: CloudUnderTest, name: string): Promise<{ id: string }> {
  const { body } = await admin.get(`/identity/v3/users?name=${name}`);
  return { id: String(Object(body).users[0].id) };
}
