import type { Template } from 'aws-cdk-lib/assertions';
import { z } from 'zod';

const catcher = z.object({ ErrorEquals: z.array(z.string()), Next: z.string(), Assign: z.unknown().optional() });
const retrier = z.object({ ErrorEquals: z.array(z.string()), MaxAttempts: z.number(), JitterStrategy: z.string() });
const rule = z.object({ Condition: z.string(), Next: z.string(), Assign: z.unknown().optional() });

/** The fields of a state that tests read. The parser keeps all other fields. */
const baseState = z.looseObject({
  Type: z.enum(['Task', 'Map', 'Choice', 'Pass', 'Wait', 'Succeed', 'Fail']),
  Resource: z.string().default(''),
  Next: z.string().optional(),
  End: z.boolean().optional(),
  Default: z.string().optional(),
  Choices: z.array(rule).default([]),
  Catch: z.array(catcher).default([]),
  Retry: z.array(retrier).default([]),
  TimeoutSeconds: z.union([z.number(), z.string()]).optional(),
  Arguments: z.unknown().optional(),
  MaxConcurrency: z.number().optional(),
});
const graph = <S extends z.ZodType>(state: S) => z.object({ StartAt: z.string(), States: z.record(z.string(), state) });
const state = baseState.extend({ ItemProcessor: graph(baseState).optional() });

/** A state machine, or the processor of a Map. */
export const asl = graph(state).extend({ TimeoutSeconds: z.number().optional(), QueryLanguage: z.string().optional() });
export type Asl = z.infer<typeof asl>;
export type State = z.infer<typeof state>;

const machine = z.object({
  Properties: z.object({ StateMachineName: z.string(), DefinitionString: z.unknown() }),
});

/** The ASL of a state machine as it will be deployed. References are replaced by their logical ids. */
export function aslOf(template: Template, name: string): Asl {
  const all = Object.values(template.findResources('AWS::StepFunctions::StateMachine'));
  const found = all.map((item) => machine.parse(item)).find((it) => it.Properties.StateMachineName === `test-${name}`);
  if (!found) throw new Error(`no machine is called test-${name}`);
  return asl.parse(JSON.parse(textOf(found.Properties.DefinitionString)));
}

const join = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });
const getAtt = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
const ref = z.object({ Ref: z.string() });

/** Evaluates CloudFormation's text functions as far as the template alone allows. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const joined = join.safeParse(value);
  if (joined.success) return joined.data['Fn::Join'][1].map(textOf).join(joined.data['Fn::Join'][0]);
  const attribute = getAtt.safeParse(value);
  if (attribute.success) return attribute.data['Fn::GetAtt'].join('.');
  const { Ref } = ref.parse(value);
  return Ref === 'AWS::Partition' ? 'aws' : Ref;
}

/** All states of a state machine, including the states inside its Maps. */
export function allStates({ States }: Pick<Asl, 'States'>): [string, State][] {
  return Object.entries(States).flatMap(([name, item]) => [
    [name, item] satisfies [string, State],
    ...Object.entries(item.ItemProcessor?.States ?? {}),
  ]);
}

export const nextOf = ({ Next, Default, Choices, Catch }: State): string[] =>
  [Next, Default, ...Choices.map((it) => it.Next), ...Catch.map((it) => it.Next)].filter((it) => it !== undefined);

export const isLambda = ({ Resource }: State): boolean => Resource.includes(':states:::lambda:invoke');
export const isCallback = ({ Resource }: State): boolean => Resource.endsWith('.waitForTaskToken');
export const isChildStart = ({ Resource }: State): boolean => Resource.includes(':states:startExecution');
