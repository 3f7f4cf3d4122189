import { LOCAL_ACCOUNT } from '#infra/local/emulator/aws-environment';
import { isAllowed } from './policy-engine.ts';
import { type Call, callsOfStage, type RecordedStage } from './stage-calls.ts';
import { type PolicyDocument, policiesOfRoles, type Right, resourceStatements, rightsOf } from './stage-rights.ts';

export type Verdict = {
  calls: Call[];
  denied: Call[];
  rights: Right[];
  unused: Right[];
  /** Failures of the self-test: rights without which the policy engine denied other calls than expected. */
  wronglyMissed: string[];
};

export type Stage = {
  calls: readonly Call[];
  policies: ReadonlyMap<string, readonly PolicyDocument[]>;
  /** The statements of the resources' own policies. */
  ofResources: PolicyDocument['Statement'];
};

export const openStage = (recorded: RecordedStage): Stage => ({
  calls: callsOfStage(recorded),
  policies: policiesOfRoles(recorded.resources),
  ofResources: resourceStatements(recorded.resources),
});

const roleArn = (id: string) => `arn:aws:iam::${LOCAL_ACCOUNT}:role/${id}`;

/** Compares as IAM does: `*` stands for any text, and `?` for any one character. */
function matches(pattern: string, resource: string): boolean {
  const literal = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(resource);
}

const isOf = (right: Right, call: Call): boolean =>
  right.role === call.role && right.action === call.action && matches(right.resource, call.resource);

export async function deniedOf({ calls, policies, ofResources }: Stage): Promise<Call[]> {
  const denied: Call[] = [];
  for (const call of calls) {
    const allowed = await isAllowed({
      ...call,
      principal: call.role === undefined ? call.by : roleArn(call.role),
      policies: policies.get(call.role ?? '') ?? [],
      resourceStatements: ofResources.filter(({ Resource = [] }) => Resource.some((it) => matches(it, call.resource))),
    });
    if (!allowed) denied.push(call);
  }
  return denied;
}

function without({ action, resource }: Right, documents: readonly PolicyDocument[]): PolicyDocument[] {
  return documents.map((document) => ({
    ...document,
    Statement: document.Statement.flatMap((it) => {
      const { Action, Resource = [] } = it;
      if (!Action.includes(action) || !Resource.includes(resource)) return [it];
      const others = Resource.filter((one) => one !== resource);
      return [
        { ...it, Action: Action.filter((one) => one !== action) },
        { ...it, Action: [action], Resource: others },
      ].filter((part) => part.Action.length > 0 && part.Resource?.length !== 0);
    }),
  }));
}

const textOf = ({ by, action, resource }: Call): string => `${by} ${action} ${resource}`;

/** The calls that AWS would refuse to the right's role if the role did not have this right. */
export function whoMisses(stage: Stage, right: Right): Promise<Call[]> {
  const fewer = new Map([...stage.policies, [right.role, without(right, stage.policies.get(right.role) ?? [])]]);
  return deniedOf({ ...stage, calls: stage.calls.filter(({ role }) => role === right.role), policies: fewer });
}

/**
 * Self-test: removes one used right of each role. The policy engine must then deny exactly the calls that no other
 * right of the role allows. Returns the rights for which it denied too few or too many calls.
 */
async function wronglyMissed(rights: readonly Right[], stage: Stage): Promise<string[]> {
  const wrong: string[] = [];
  for (const own of Map.groupBy(rights, ({ role }) => role).values()) {
    const right = own.find((it) => stage.calls.some((call) => isOf(it, call)));
    if (right === undefined) continue;
    const others = own.filter((it) => it !== right);
    const expected = stage.calls.filter((call) => isOf(right, call) && !others.some((it) => isOf(it, call)));
    const missing = await whoMisses(stage, right);
    if (missing.map(textOf).join() === expected.map(textOf).join()) continue;
    wrong.push(`${right.role} without ${right.action} ${right.resource}`);
  }
  return wrong;
}

/** Checks every call against the policies of its role and its resource, and every right against the calls. */
export async function checkRights(recorded: RecordedStage): Promise<Verdict> {
  const stage = openStage(recorded);
  const rights = rightsOf(stage.policies);
  const denied = await deniedOf(stage);
  const allowed = { ...stage, calls: stage.calls.filter((call) => !denied.includes(call)) };
  return {
    calls: [...stage.calls],
    denied,
    rights,
    unused: rights.filter((right) => !stage.calls.some((call) => isOf(right, call))),
    wronglyMissed: await wronglyMissed(rights, allowed),
  };
}
