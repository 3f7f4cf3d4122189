import type { RancherUser } from '../_core/identity-objects.ts';
import type { RancherContext } from '../_core/rancher-context.ts';

/** Rancher's controllers remove a deleted user step by step: first the global bindings, then the user, then the other bindings. */
export function removeUser({ store, clock, delays }: RancherContext, user: RancherUser): void {
  user.removedAt = new Date(clock.now()).toISOString();
  const isTheirs = ({ userId }: { userId: string }) => userId === user.id;
  const isBound = [store.roleBindings, store.globalRoleBindings].some((kind) => [...kind.values()].some(isTheirs));
  const remove = <T extends { userId: string }>(kind: Map<string, T>) => {
    for (const [id, one] of kind) if (isTheirs(one)) kind.delete(id);
  };
  const step = isBound ? delays.userDelete : delays.userDelete / 8;
  clock.after(step, () => remove(store.globalRoleBindings));
  clock.after(2 * step, () => {
    store.users.delete(user.id);
    remove(store.apiTokens);
  });
  clock.after(4 * step, () => remove(store.roleBindings));
}
