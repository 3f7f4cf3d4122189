import type { KeycloakRole } from '../realm.ts';
import { isClient, type RoleContainer } from './held-roles.ts';

export function briefRole(container: RoleContainer, { id, name, description, composites }: KeycloakRole) {
  return {
    ...{ id, name, ...(description !== undefined && { description }) },
    ...{ composite: composites.length > 0, clientRole: isClient(container), containerId: container.id },
  };
}

export const wholeRole = (container: RoleContainer, role: KeycloakRole) => ({
  ...briefRole(container, role),
  attributes: role.attributes,
});
