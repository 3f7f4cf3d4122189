import { execFileSync } from 'node:child_process';
import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { z } from 'zod';
import { VERSION } from '#shared/contracts/version';

export interface ProductRelease {
  readonly version: string;
  /** Short, with `-dirty` behind it where files differ from it; `unknown` outside of a repository. */
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

/** As outputs, which change nothing that runs. */
export function keepRelease(stack: Stack, { version, commit }: ProductRelease): void {
  new CfnOutput(stack, 'Version', { value: version });
  new CfnOutput(stack, 'Commit', { value: commit });
}

const output = z.object({ Value: z.string() });
const template = z.object({ Outputs: z.object({ Version: output, Commit: output }) });

/** What a stack's template keeps, as text of JSON; undefined of an older release. */
export function releaseIn(body: string): ProductRelease | undefined {
  const { data } = template.safeParse(JSON.parse(body));
  return data && { version: data.Outputs.Version.Value, commit: data.Outputs.Commit.Value };
}
