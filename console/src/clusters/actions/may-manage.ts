import type { Me } from '@paddock/client';

type Person = Pick<Me, 'is_staff' | 'permissions'>;
type Place = { customer_uuid: string; project_uuid: string };

const ROLES_OF_PROJECT = ['PROJECT.MANAGER', 'PROJECT.ADMIN'];

/**
 * Whether a user may change the clusters of a project. The API makes the final check by the rules of the installation.
 */
export function mayManage({ is_staff, permissions }: Person, { customer_uuid, project_uuid }: Place): boolean {
  return (
    is_staff ||
    permissions.some(
      ({ role_name, scope_uuid }) =>
        (role_name === 'CUSTOMER.OWNER' && scope_uuid === customer_uuid) ||
        (ROLES_OF_PROJECT.includes(role_name) && scope_uuid === project_uuid),
    )
  );
}
