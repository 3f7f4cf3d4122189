import { readFile } from 'node:fs/promises';
import { installedTool } from '#test/programs/installed-tool';

export type PageScript = {
  /** The blocks that run, one after the other. */
  script: string;
  /** Why each of the others does not, as its first line says. */
  byHand: string[];
};

const BLOCK = /^```sh\n(.*?)^```$/gms;
const BY_HAND = /^# By hand: (.*)\n/;

/** The shell blocks of a page below `docs`, which are one script. */
export async function scriptOfPage(name: string): Promise<PageScript> {
  const page = await readFile(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
  const blocks = [...page.matchAll(BLOCK)].map(([, block = '']) => block);
  return {
    script: blocks.filter((block) => !BY_HAND.test(block)).join('\n'),
    byHand: blocks.flatMap((block) => BY_HAND.exec(block)?.[1] ?? []),
  };
}

/** The pages' blocks read answers with it. */
export const isRunnable = installedTool('jq') !== undefined;
