import { execFileSync } from 'node:child_process';
import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { z } from 'zod';
import { VERSION } from '#shared/contracts/version';

export interface ProductRelease {
  readonly version: string;
  /**
   * Short hash of the commit. It ends in `-dirty` if files have changed since the commit. The value is `unknown`
   * outside a repository.
   */
  readonly commit: string;
}

function commitHere(): string {
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude', '*'];
    return execFileSync('git', args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return 'unknown';
  }
}

export const releaseHere = (): ProductRelease => ({ version: VERSION, commit: commitHere() });

/**
 * Writes version and commit into the stack's outputs, because a change of outputs does not change any running resource.
 */
export function keepRelease(stack: Stack, { version, commit }: ProductRelease): void {
  new CfnOutput(stack, 'Version', { value: version });
  new CfnOutput(stack, 'Commit', { value: commit });
}

const output = z.object({ Value: z.string() });
const template = z.object({ Outputs: z.object({ Version: output, Commit: output }) });

/**
 * Reads version and commit from a stack's template, given as JSON text. Undefined if an older release deployed the
 * stack.
 */
export function releaseIn(body: string): ProductRelease | undefined {
  const { data } = template.safeParse(JSON.parse(body));
  return data && { version: data.Outputs.Version.Value, commit: data.Outputs.Commit.Value };
}
