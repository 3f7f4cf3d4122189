import type { Me } from '@paddock/client';

type Person = Pick<Me, 'is_staff' | 'permissions'>;
type Place = { customer_uuid: string; project_uuid: string };

/** Whether a user is staff, an owner of the customer, or has one of the roles in the project. */
const allows =
  (...rolesOfProject: string[]) =>
  ({ is_staff, permissions }: Person, { customer_uuid, project_uuid }: Place): boolean =>
    is_staff ||
    permissions.some(
      ({ role_name, scope_uuid }) =>
        (role_name === 'CUSTOMER.OWNER' && scope_uuid === customer_uuid) ||
        (rolesOfProject.includes(role_name) && scope_uuid === project_uuid),
    );

/**
 * Whether a user may change the clusters of a project. The API makes the final check by the rules of the installation.
 */
export const mayManage = allows('PROJECT.MANAGER', 'PROJECT.ADMIN');

/** A kubeconfig gives all rights in a cluster, so administrators of the project get none. */
export const mayGetKubeconfig = allows('PROJECT.MANAGER');

/**
 * Each node raises the price, so only owners may add nodes. In self-managed clusters, their offering must also permit
 * it. Only the API checks this.
 */
export const mayAddNode = allows();
