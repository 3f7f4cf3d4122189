import { brakeRemoval } from '#shared/domain/access/deletion-brake';
import { diffBindings, type FoundBinding } from '#shared/domain/access/diff-bindings';
import { diffGroups, type FoundGroup, type WantedGroup } from '#shared/domain/access/diff-groups';
import { diffMembers, settleMissing, type WantedMember } from '#shared/domain/access/diff-members';
import { childGroupName, type GroupScope, parentGroupName } from '#shared/domain/access/group-names';
import { groupAttributes } from '#shared/domain/access/group-ownership';

const owner = { stage: 'test', settingsUuid: 'a'.repeat(32) };
export const CLUSTER = 'c'.repeat(32);
export const scope: GroupScope = { type: 'cluster', uuid: CLUSTER };
const brake = { maxShare: 0.5, always: 10 };

/** Memberships as recorded, a Keycloak and a Rancher, of one cluster; a pass compares and mends, and says what it did. */
export class AccessWorld {
  memberships: (WantedMember & { role: string })[] = [];
  groups: FoundGroup[] = [];
  members = new Map<string, Set<string>>();
  users = new Set<string>();
  bindings: FoundBinding[] = [];
  suspects = new Set<string>();
  log: string[] = [];

  pass(): string[] {
    this.log = [];
    const wanted = this.wanted();
    this.#mendGroups(wanted);
    for (const group of wanted) this.#mendMembers(group);
    this.#mendBindings(wanted);
    return this.log;
  }

  wanted(): WantedGroup[] {
    const roles = [...new Set(this.memberships.map(({ role }) => role))];
    return roles.map((role) => ({ role, scope, clusterUuid: CLUSTER, name: childGroupName(scope, role) }));
  }

  grant(username: string, role = 'cluster-owner'): void {
    this.memberships.push({ uuid: username, username, role, state: 'PENDING' });
  }

  revoke(username: string): void {
    this.memberships = this.memberships.filter((it) => it.username !== username);
  }

  make(name: string, parentId?: string, attributes = groupAttributes(owner, CLUSTER)): void {
    const group = { id: name, name, attributes, childCount: 0, ...(parentId !== undefined && { parentId }) };
    this.groups.push(group);
    this.members.set(name, new Set());
  }

  drop(name: string): void {
    this.groups = this.groups.filter((it) => it.name !== name && it.parentId !== name);
    this.members.delete(name);
  }

  unbindAll(): void {
    this.bindings = [];
  }

  unbind(binding: FoundBinding): void {
    this.bindings = this.bindings.filter((it) => it !== binding);
  }

  #mendGroups(wanted: WantedGroup[]): void {
    const counted = this.groups.map((group) => ({ ...group, childCount: this.#childrenOf(group.id) }));
    const { createParents, create, leftovers } = diffGroups(wanted, counted, owner);
    for (const uuid of createParents)
      this.#do(`create ${parentGroupName(uuid)}`, () => this.make(parentGroupName(uuid)));
    for (const { wanted: one } of create) {
      this.#do(`create ${one.name}`, () => this.make(one.name, parentGroupName(one.clusterUuid)));
    }
    const due = brakeRemoval({ candidates: leftovers, total: counted.length, suspects: this.suspects }, brake);
    this.suspects = new Set(due.suspects);
    for (const { id, name } of due.remove) {
      if (this.#childrenOf(id) === 0) this.#do(`delete ${name}`, () => this.drop(name));
    }
  }

  #mendMembers({ name, role }: WantedGroup): void {
    const inside = this.members.get(name) ?? new Set();
    const wanted = this.memberships.filter((it) => it.role === role);
    const found = [...inside].map((username) => ({ id: username, username }));
    const { activate, missing, extra } = diffMembers(wanted, found);
    const state = (it: WantedMember, to: WantedMember['state']) =>
      this.#do(`${it.username} ${to}`, () => Object.assign(it, { state: to }));
    for (const { membership } of activate) state(membership, 'ACTIVE');
    for (const membership of missing) {
      const { username } = membership;
      const { kind } = settleMissing(membership, this.users.has(username) ? username : undefined);
      if (kind === 'lapse') state(membership, 'PENDING');
      if (kind !== 'add') continue;
      this.#do(`add ${username}`, () => void inside.add(username));
      if (membership.state === 'PENDING') state(membership, 'ACTIVE');
    }
    for (const { username } of extra) this.#do(`remove ${username}`, () => void inside.delete(username));
  }

  #mendBindings(wanted: WantedGroup[]): void {
    const needed = wanted.map(({ name, role }) => ({ groupName: name, roleTemplateId: role }));
    const { create, remove } = diffBindings(scope, needed, this.bindings);
    for (const it of create)
      this.#do(`bind ${it.groupName}`, () => void this.bindings.push({ ...it, id: it.groupName }));
    for (const it of remove) {
      this.#do(`unbind ${it.id}`, () => this.unbind(it));
    }
  }

  #childrenOf(id: string): number {
    return this.groups.filter(({ parentId }) => parentId === id).length;
  }

  #do(what: string, effect: () => void): void {
    this.log.push(what);
    effect();
  }
}
