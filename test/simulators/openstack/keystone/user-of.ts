import type { CloudUnderTest } from '../cloud-under-test.ts';

export async function userOf({ admin }: CloudUnderTest, name: string): Promise<{ id: string }> {
  const { body } = await admin.get(`/identity/v3/users?name=${name}`);
  return { id: String(Object(body).users[0].id) };
}
